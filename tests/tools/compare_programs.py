#!/usr/bin/env python3
"""Compares what two builds of Muster say of the same lists: verdict, points and findings.

    python3 tests/tools/compare_programs.py OLD NEW [FOLDER ...]

OLD and NEW are programs. Without folders, all lists under lists/ and tests/data/ are checked. They are copied to a
folder without rulesets first, so that each program uses the rules that are built into it. Prints each list that differs,
with the values that do, and ends with 1 if there is one. Digests are left out: they change with any rule.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

# Written anew in every version, or new in one of the two
LEFT_OUT = {"digest", "version", "muster", "subject", "scope"}


def without(value):
    """Returns a JSON value without the keys that are not compared."""
    if isinstance(value, dict):
        return {key: without(inner) for key, inner in value.items() if key not in LEFT_OUT}
    if isinstance(value, list):
        return [without(inner) for inner in value]
    return value


def lists_of(program, folder):
    """Returns what a program says of each list in a folder, by the list's path."""
    own_rules = os.path.abspath("tests/data/rulesets")
    with tempfile.TemporaryDirectory() as copy:
        shutil.copytree(folder, os.path.join(copy, folder), ignore=shutil.ignore_patterns("rulesets"))
        command = [os.path.abspath(program), "check", "--format", "json", "--rulesets", own_rules, folder]
        printed = subprocess.run(command, capture_output=True, text=True, cwd=copy).stdout
    return {each["path"]: without(each) for each in json.loads(printed)["lists"]}


def differences(old, new, path=""):
    """Yields the places at which two JSON values differ, with both values."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            yield from differences(old.get(key), new.get(key), f"{path}/{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, pair in enumerate(zip(old, new)):
            yield from differences(*pair, f"{path}/{index}")
    elif old != new:
        yield path, old, new


def main():
    old, new, *folders = sys.argv[1:]
    compared, different = 0, 0
    for folder in folders or ["lists", "tests/data"]:
        before, after = lists_of(old, folder), lists_of(new, folder)
        for path in sorted(before.keys() | after.keys()):
            compared += 1
            found = list(differences(before.get(path), after.get(path)))
            different += bool(found)
            for place, was, now in found:
                print(f"{path}{place}:\n  was {json.dumps(was)}\n  now {json.dumps(now)}")
    print(f"{compared} lists, {different} differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
