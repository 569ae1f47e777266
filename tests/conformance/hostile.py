#!/usr/bin/env python3
"""Attacks a match server in many ways while an innocent match is played on it. See README.md."""

import argparse
import asyncio
import importlib
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import attacks  # noqa: E402
from harness import Failed, Skipped  # noqa: E402
from servers import Servers  # noqa: E402
from siege import ATTACKS, endure  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", required=True, help="the binary of a server; each attack starts one of its own")
    parser.add_argument("--only", metavar="TEXT", default="", help="run attacks with this in their name")
    parser.add_argument("--apart", action="store_true", help="this process has a network of its own to do things to")
    parser.add_argument("--long", action="store_true", help="everything ten times, and what is sampled as a whole")
    return parser.parse_args()


async def run(attack, options):
    """Tries one attack; True if it was borne, None if it could not be tried."""
    servers = Servers(str(Path(options.server).resolve()))
    try:
        # On disk, as servers are run.
        server = await servers.start({"--data-dir": str(servers.scratch / "data"), **attack.options})
        print(f"ok {attack.title}: {await endure(attack, server, options.long)}", flush=True)
        return True
    except Skipped as why:
        print(f"SKIPPED {attack.title}: {why}", flush=True)
        return None
    except Exception as fault:
        why = str(fault) if isinstance(fault, Failed) else repr(fault)
        print(f"FAILED {attack.title}: {why}", flush=True)
        return False
    finally:
        await servers.stop()


def run_apart(attack):
    """Tries an attack in a process whose network is its own, where that is possible."""
    again = [sys.executable, *sys.argv, "--apart", "--only", attack.title]
    words = ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    if not shutil.which("ip") or subprocess.run([*words, "true"], capture_output=True, check=False).returncode:
        print(f"SKIPPED {attack.title}: no network of its own can be made here", flush=True)
        return None
    done = subprocess.run([*words, *again], stdout=subprocess.PIPE, text=True, check=False)
    told = done.stdout.splitlines()[:-1]
    print(*told, sep="\n", flush=True)
    return None if any(line.startswith("SKIPPED") for line in told) else done.returncode == 0


def main():
    options = arguments()
    for module in sorted(m.name for m in pkgutil.iter_modules(attacks.__path__)):
        importlib.import_module(f"attacks.{module}")
    results = []
    for attack in ATTACKS:
        if options.only not in attack.title:
            continue
        if attack.apart and not options.apart:
            results.append(run_apart(attack))
        else:
            # A loop for each, so that nothing of one goes on beside the next.
            results.append(asyncio.run(run(attack, options)))
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if True in results and False not in results else 1


if __name__ == "__main__":
    sys.exit(main())
