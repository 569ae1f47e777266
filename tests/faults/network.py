"""A network of our own: the server in a namespace, at the end of a link of which addresses can be cut off."""

import itertools
import os

from harness import Failed, Skipped
from process import command

NUMBERS = itertools.count(os.getpid() % 200)


class Network:
    """A namespace with one link; every client comes from an address of its own."""

    def __init__(self):
        number = next(NUMBERS) % 250
        self.name, self.link = f"versus2048-{os.getpid()}-{number}", f"v2048-{number}"
        self.prefix = f"10.213.{number}"
        self.host = f"{self.prefix}.2"
        self.wrapper = ("ip", "netns", "exec", self.name)

    @classmethod
    async def make(cls, place):
        network = cls()
        try:
            await command("ip", "netns", "add", network.name)
            place.closing.append(network.remove)
            await network.connect()
        except Failed as why:
            raise Skipped(f"no network can be made here: {why}") from None
        return network

    async def connect(self):
        """A link into the namespace, and a look at whether packets can be dropped there."""
        peer = f"{self.link}p"
        await command("ip", "link", "add", self.link, "type", "veth", "peer", "name", peer, "netns", self.name)
        await command("ip", "link", "set", self.link, "up")
        await self.inside("ip", "link", "set", "lo", "up")
        await self.inside("ip", "addr", "add", f"{self.host}/24", "dev", peer)
        await self.inside("ip", "link", "set", peer, "up")
        await self.inside("iptables", "-L", "-n")

    async def addresses(self, count):
        """Addresses on our end of the link."""
        given = [f"{self.prefix}.{10 + n}" for n in range(count)]
        for address in (f"{self.prefix}.1", *given):
            await command("ip", "addr", "add", f"{address}/24", "dev", self.link)
        return given

    async def inside(self, *words):
        await command(*self.wrapper, *words)

    async def cut(self, address):
        """Nothing passes any more, in either direction, and nobody is told."""
        for chain, side in (("INPUT", "-s"), ("OUTPUT", "-d")):
            await self.inside("iptables", "-A", chain, side, address, "-j", "DROP")

    async def mend(self, address):
        for chain, side in (("INPUT", "-s"), ("OUTPUT", "-d")):
            await self.inside("iptables", "-D", chain, side, address, "-j", "DROP")

    async def lose(self, share):
        """Packets get lost at random."""
        for chain in ("INPUT", "OUTPUT"):
            chance = ("--mode", "random", "--probability", str(share))
            await self.inside("iptables", "-A", chain, "-m", "statistic", *chance, "-j", "DROP")

    async def lose_no_more(self):
        for chain in ("INPUT", "OUTPUT"):
            await self.inside("iptables", "-F", chain)

    async def remove(self):
        await command("ip", "netns", "del", self.name)
