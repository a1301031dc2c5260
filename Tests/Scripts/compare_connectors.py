"""Compares connectors with nginx as the server. Each sample is a process, and the clients take turns in each round.

Run by compare-connectors: COMPARISON [--quick] [--rounds N] [--only SCENARIO,…] [--clients CLIENT,…] [--connections N]
    [--uploads-from FOLDER] [--save FILE] URL
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

BASE = "AsyncHTTPClient"
CLIENTS = [BASE, "libcurl", "URLSession", "DefaultHTTPConnector", "CurlConnector", "CurlExecutor"]
# A program in C that sends one request after the other. A connector that uses libcurl cannot be faster.
ALONE = "libcurl"
# The number of requests in a sample. The fastest client needs at least half a second for them.
COUNTS = {"1": 6000, "8": 16000, "64": 20000, "256": 20000, "json": 300, "direct": 1200, "download": 12, "upload": 8}
NAMES = {
    "1": "one after the other", "json": "JSON of 64 KiB", "direct": "JSON of 64 KiB, with @JSONModel where that is possible",
    "download": "download of 64 MiB", "upload": "upload of 64 MiB",
}


def sample(arguments, client, scenario, server, uploads):
    count = max(8, COUNTS[scenario] // (20 if arguments.quick else 1))
    # On Linux, URLSession sends about a sixth as many requests in the same time.
    if client in ("URLSession", "DefaultHTTPConnector"):
        count = max(4, count // 4)
    command = [arguments.program, client, scenario, server, uploads, str(count)]
    if arguments.connections:
        command.append(str(arguments.connections))
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if result.returncode:
        sys.exit(f"{' '.join(command)}: {result.stdout}{result.stderr}")
    return json.loads(result.stdout)


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)
        file.flush()
        # Otherwise the system would write it to the disk during a measurement.
        os.fsync(file.fileno())


def ratios(samples, client, key):
    return [mine[key] / base[key] for mine, base in zip(samples[client], samples[BASE])]


def quartiles(values):
    if len(values) < 4:
        return f"{statistics.median(values):.2f}"
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{middle:.2f} ({low:.2f} to {high:.2f})"


def report(scenario, samples, rounds):
    print(f"\n{NAMES.get(scenario, scenario + ' in flight')}, {rounds} rounds")
    print(f"{'':22}{'per second':>12}{'ratio':>24}{'CPU ms':>9}{'ratio':>24}{'p50 µs':>10}{'p99 µs':>10}{'peak MiB':>10}{'ratio':>8}")
    for client in samples:
        median = {key: statistics.median(one[key] for one in samples[client]) for key in samples[client][0]}
        print(
            f"{client:22}{median['perSecond']:12.1f}{quartiles(ratios(samples, client, 'perSecond')):>24}"
            f"{median['cpuMilliseconds']:9.3f}{quartiles(ratios(samples, client, 'cpuMilliseconds')):>24}"
            f"{median['p50']:10.0f}{median['p99']:10.0f}{median['peakMebibytes']:10.1f}"
            f"{statistics.median(ratios(samples, client, 'peakMebibytes')):8.2f}"
        )
    sys.stdout.flush()


def medians(samples):
    return {
        client: {key: statistics.median(one[key] for one in ones) for key in ones[0]} for client, ones in samples.items()
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--only", default=",".join(COUNTS))
    parser.add_argument("--clients", default=",".join(CLIENTS))
    parser.add_argument("--connections", type=int)
    # The folder of temporary files is usually on a disk. The system keeps the file in memory.
    parser.add_argument("--uploads-from", default=tempfile.gettempdir())
    parser.add_argument("--save", help="the file for the medians, from which Tests/Scripts/charts draws")
    parser.add_argument("url")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.uploads_from) as uploads:
        compare(arguments, uploads)


def compare(arguments, uploads):
    rounds = arguments.rounds or (1 if arguments.quick else 11)
    clients = arguments.clients.split(",")
    if BASE not in clients:
        clients.insert(0, BASE)
    server, folder = arguments.url.rsplit("/", 1)[0], os.environ["NGINX_FOLDER"]
    for each in (folder, uploads):
        write(f"{each}/64m", os.urandom(1 << 20) * 64)
    write(f"{folder}/songs.json", subprocess.run([arguments.program, "songs"], capture_output=True, check=True).stdout)
    print(f"songs.json has {os.path.getsize(f'{folder}/songs.json')} bytes; ratios are to {BASE}, of the same round")
    figures = {}
    for scenario in arguments.only.split(","):
        compared = [client for client in clients if client != ALONE or scenario not in ("8", "64", "256")]
        samples = {client: [] for client in compared}
        for number in range(rounds):
            # Each client is the first of a round equally often.
            order = compared[number % len(compared):] + compared[: number % len(compared)]
            for client in order:
                samples[client].append(sample(arguments, client, scenario, server, uploads))
        report(scenario, samples, rounds)
        figures[scenario] = medians(samples)
    if arguments.save:
        with open(arguments.save, "w") as file:
            json.dump(figures, file, indent=2)
            file.write("\n")


main()
