"""Commands of the system."""

import asyncio

from harness import Failed


async def command(*words):
    """Runs a command to its end; fails with what it says if it does."""
    process = await asyncio.create_subprocess_exec(
        *words, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said, _ = await process.communicate()
    if process.returncode != 0:
        raise Failed(f"{' '.join(words)}: {said.decode(errors='replace').strip()}")
