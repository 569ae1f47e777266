#!/usr/bin/env python3
"""Holds the frames of the server against Autobahn's cases, at a route that says everything back. See README.md."""

import argparse
import asyncio
import sys
from pathlib import Path

from kosoku import FailureError, run_fuzzingclient

sys.path.insert(0, str(Path(__file__).parent))

from servers import Servers  # noqa: E402

# Compression is not agreed to, so its cases have nothing to try.
NOT_SPOKEN = ["12.*", "13.*"]
# The whole run takes some seconds.
LIMIT_S = 180


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", required=True, help="the binary of the example `echo`")
    parser.add_argument("--only", metavar="CASES", action="append", help="run these cases, such as 7.* or 1.1.1")
    return parser.parse_args()


async def results_of(url, cases):
    running = run_fuzzingclient(f"{url}/echo", cases=cases, exclude_cases=NOT_SPOKEN)
    try:
        return await asyncio.wait_for(running, LIMIT_S)
    except FailureError as failure:
        return failure.results


def tell(result):
    """One line a case: what came of it, and of how it was closed."""
    if result.passed:
        return f"ok {result.case_id}: {result.behavior.value}, closed with {result.remote_close_code}"
    why = f"{result.behavior.value} ({result.result}), close {result.behavior_close.value} ({result.result_close})"
    return f"FAILED {result.case_id}: {why}; {' '.join(result.description.split())}"


async def main():
    options = arguments()
    servers = Servers(str(Path(options.server).resolve()))
    try:
        server = await servers.start({})
        results = await results_of(server.url, options.only)
    finally:
        await servers.stop()
    print(*map(tell, results), sep="\n")
    passed = sum(result.passed for result in results)
    print(f"{passed} passed, {len(results) - passed} failed")
    return 0 if results and passed == len(results) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
