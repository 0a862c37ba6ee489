#!/usr/bin/env python3
"""Times whole processes side by side in one run, and prints the ratios as Markdown.

    python3 benches/compare.py [--runs N] [--quick]

Needs cargo and Python. Beside it, what is there of: check-jsonschema (PyPI) and ajv (npm: ajv-cli), which do the
schema part alone; chromium and weasyprint, which print the same HTML; a program built with `--features pdf`, named
with --pdf-program. What is missing is said, not guessed. Runs of all rows alternate, so that a busy moment hits all.
"""

import argparse
import json
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def executable(bench):
    """Builds a benchmark and gives the path of its program."""
    out = subprocess.run(
        ["cargo", "bench", "--locked", "-q", "--no-run", "--message-format=json", "--bench", bench],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout
    for line in out.splitlines():
        message = json.loads(line)
        if message.get("executable") and message.get("target", {}).get("name") == bench:
            return message["executable"]
    sys.exit(f"the benchmark {bench} was not built")


def timed(command, good=(0,)):
    """Seconds of wall clock, of processor, and the most memory in KiB of one run."""
    devnull = subprocess.DEVNULL
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=devnull, stderr=devnull, cwd=ROOT)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - start
    if child.returncode not in good:
        sys.exit(f"{' '.join(map(str, command))} ended with {child.returncode}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss


class Table:
    """Rows that are timed in turns and compared with one of them."""

    def __init__(self, title, base):
        self.title, self.base, self.rows, self.missing = title, base, [], []

    def row(self, name, command, good=(0,)):
        if command[0] is None:
            self.missing.append(name)
        else:
            self.rows.append((name, [str(word) for word in command], good))

    def run(self, runs):
        taken = {name: [] for name, _, _ in self.rows}
        for turn in range(runs + 1):
            for name, command, good in self.rows:
                measure = timed(command, good)
                # The first turn only warms what is cached
                if turn > 0:
                    taken[name].append(measure)
        middle = {name: [statistics.median(m[part] for m in all) for part in (0, 1)] for name, all in taken.items()}
        memory = {name: max(m[2] for m in all) for name, all in taken.items()}
        base = middle.get(self.base) or next(iter(middle.values()))
        print(f"\n### {self.title}\n\n| what | wall clock | processor | most memory |\n| --- | --- | --- | --- |")
        for name in taken:
            wall, processor = (middle[name][part] / max(base[part], 1e-6) for part in (0, 1))
            print(f"| {name} | {wall:.2f} | {processor:.2f} | {memory[name] / 1024:.0f} MiB |")
        print(f"\n1.00 is {base[0]:.4f} s of wall clock and {base[1]:.4f} s of processor; medians of {runs} runs.")
        for name in self.missing:
            print(f"Not measured, since it is not installed: {name}.")


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--runs", type=int, default=5)
    ask.add_argument("--quick", action="store_true", help="without 10,000 lists and the slow ones over 1,000")
    ask.add_argument("--check-jsonschema", default=shutil.which("check-jsonschema"))
    ask.add_argument("--ajv", default=shutil.which("ajv"))
    ask.add_argument("--chromium", default=shutil.which("chromium"))
    ask.add_argument("--weasyprint", default=shutil.which("weasyprint"))
    ask.add_argument("--pdf-program", help="a muster built with --features pdf")
    told = ask.parse_args()

    subprocess.run(["cargo", "build", "--locked", "-q", "--profile", "dist"], cwd=ROOT, check=True)
    muster, lists, floor = ROOT / "target/dist/muster", executable("lists"), executable("floor")
    schema = ROOT / "schemas/list.schema.json"
    cores = len(os.sched_getaffinity(0))
    print(f"Machine: {platform.machine()}, {cores} cores, {platform.system()} {platform.release().split('-')[0]}.")

    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)

        def made(count, units):
            folder = scratch / f"l{count}x{units}"
            subprocess.run([lists, folder, str(count), str(units)], check=True)
            return folder

        one = made(1, 30) / "list-00000.yaml"
        table = Table("One list of 30 units, whole process", "muster check")
        table.row("muster check", [muster, "check", one])
        table.row("muster --version (a bare start)", [muster, "--version"])
        table.row("serde_yaml into values", [floor, one.parent])
        table.row("check-jsonschema, the schema alone", [told.check_jsonschema, "--schemafile", schema, one])
        table.row("ajv, the schema alone", [told.ajv, "validate", "--strict=false", "-s", schema, "-d", one])
        table.run(max(told.runs, 9))

        thousand = made(1000, 30)
        table = Table("1,000 lists of 30 units", "serde_yaml into values, one core")
        table.row("serde_yaml into values, one core", [floor, thousand])
        table.row("muster check", [muster, "check", thousand])
        if not told.quick:
            paths = sorted(thousand.iterdir())
            table.row("check-jsonschema, the schema alone", [told.check_jsonschema, "--schemafile", schema, *paths])
            table.row("ajv, the schema alone", [told.ajv, "validate", "--strict=false", "-s", schema, "-d", thousand / "*.yaml"])
        table.run(told.runs)

        if not told.quick:
            table = Table("10,000 lists of 30 units beside 1,000", "muster check, 1,000 lists")
            table.row("muster check, 1,000 lists", [muster, "check", thousand])
            ten = made(10000, 30)
            table.row("muster check, 10,000 lists", [muster, "check", ten])
            table.row("the same as JSON", [muster, "check", "--format", "json", ten])
            broken = scratch / "broken"
            broken.mkdir()
            for path in ten.iterdir():
                text = path.read_text().replace("unit: SP,", "unit: PS,").replace("date: 202 BC", "date: 20 BX")
                (broken / path.name).write_text(text)
            table.row("muster check, 10,000 lists with errors", [muster, "check", broken], (1,))
            table.run(told.runs)

        table = Table("One list of many units", "1,000 units")
        for units in (1000, 10000, 100000):
            table.row(f"{units:,} units", [muster, "check", made(1, units) / "list-00000.yaml"])
        table.run(told.runs)

        army, pdf = one, told.pdf_program
        for sheet in ("roster", "cards"):
            html = scratch / f"{sheet}.html"
            subprocess.run([muster, "render", sheet, army, "-o", html], check=True, stdout=subprocess.DEVNULL)
            table = Table(f"The {sheet} of 30 units as PDF", "headless Chromium, from that HTML")
            table.row("muster render, HTML alone", [muster, "render", sheet, army, "-o", scratch / "again.html"])
            table.row("muster render, PDF (built with --features pdf)",
                      [pdf, "render", sheet, army, "-o", scratch / "own.pdf"])
            table.row("headless Chromium, from that HTML", [
                told.chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
                "--disable-component-update", "--disable-sync", "--no-first-run",
                f"--user-data-dir={scratch / 'browser'}", "--no-pdf-header-footer",
                f"--print-to-pdf={scratch / 'chromium.pdf'}", html.as_uri()])
            table.row("WeasyPrint, from that HTML", [told.weasyprint, html, scratch / "weasyprint.pdf"])
            table.run(told.runs)


if __name__ == "__main__":
    main()
