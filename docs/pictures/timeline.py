#!/usr/bin/env python3
"""Draws docs/pictures/punic-wars.svg: the books of FR!Ancients by their years, and the battles that have lists.

Names and years are read from the books and the lists themselves, so that the picture cannot say anything else; run this
again when one changes. Only the years of the wars stand here. It needs nothing but Python 3.
"""
import html
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOOKS = ROOT / "rulesets/fra/books"
LISTS = ROOT / "lists/fra"
OUT = ROOT / "docs/pictures/punic-wars.svg"

WARS = [
    ("First Punic War", 264, 241),
    ("Second Punic War", 218, 201),
    ("Third Punic War", 149, 146),
]
FIRST, LAST = 270, 140  # the years at the ends of the scale
LEFT, RIGHT, WIDTH = 236, 20, 1000
ROW, HEAD, LANE = 24, 64, 15
SIDES = [
    ("Rome", "#a8442f", lambda book: "rome" in book.split("-")),
    ("Carthage", "#5b4a8c", lambda book: book.startswith("carthage")),
    ("Their allies and enemies", "#3f7265", lambda book: True),
]
FONT = "font-family='Helvetica, Arial, sans-serif'"


def x_of(year):
    """Returns where a year BC begins."""
    return LEFT + (FIRST - year) * (WIDTH - LEFT - RIGHT) / (FIRST - LAST)


def read_books():
    """Returns the id, name, first and last year BC of every book."""
    books = []
    for path in sorted(BOOKS.glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        name = re.search(r"^name: (.+)$", text, re.M).group(1).strip("\"'")
        years = re.search(r"^dates: \{from: (\d+) BC, to: (\d+) BC\}", text, re.M)
        books.append((path.stem, name, int(years.group(1)), int(years.group(2))))
    return books


def read_battles():
    """Returns the name and year BC of every battle that has a list of one side, in the order of time."""
    battles = {}
    for path in sorted((LISTS / "battles").glob("*.yaml")) + sorted(LISTS.glob("*-*.yaml")):
        year = re.search(r"^date: (\d+) BC", path.read_text(encoding="utf-8"), re.M)
        name = path.stem.rsplit("-", 1)[0]
        battles[name] = int(year.group(1))
    return sorted(battles.items(), key=lambda battle: (-battle[1], battle[0]))


def text(x, y, words, size=12, anchor="start", fill="#222", more=""):
    return f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size}' text-anchor='{anchor}' fill='{fill}' {more}>{html.escape(words)}</text>"


def draw():
    books, battles = read_books(), read_battles()
    parts = []
    y = HEAD
    for side, colour, belongs in SIDES:
        mine = [book for book in books if belongs(book[0])]
        books = [book for book in books if book not in mine]
        y += 10
        parts.append(text(8, y + 14, side, 13, fill=colour, more="font-weight='bold'"))
        y += 22
        for book, name, first, last in sorted(mine, key=lambda b: (-b[2], -b[3])):
            begin, end = x_of(first), x_of(last - 1)
            title = html.escape(f"{book}: {first} to {last} BC")
            parts.append(
                f"<g><title>{title}</title><rect x='{begin:.1f}' y='{y + 4}' width='{end - begin:.1f}' height='{ROW - 9}' rx='3' fill='{colour}'/></g>"
            )
            parts.append(text(16, y + 16, name))
            parts.append(text(begin - 4, y + 16, f"{first}", 10, "end", "#555"))
            parts.append(text(end + 4, y + 16, f"{last}", 10, fill="#555"))
            y += ROW
    bars_end = y
    # Labels of battles take the first lane in which they touch no other
    lanes = []
    y += 26
    parts.append(text(8, y + 4, "Battles with lists", 13, more="font-weight='bold'"))
    for name, year in battles:
        words = f"{name.replace('-', ' ').title()} {year}"
        at = x_of(year) + 3
        # About as wide as Helvetica is; a label that would leave the picture is put before its point
        long = 8 + 6.2 * len(words)
        before = at + long > WIDTH
        begin, end = (at - long, at + 6) if before else (at - 4, at + long)
        lane = next((i for i, taken in enumerate(lanes) if taken < begin), len(lanes))
        lanes[lane : lane + 1] = [end]
        parts.append(f"<circle cx='{at:.1f}' cy='{y + LANE * lane}' r='3.5' fill='#222'/>")
        parts.append(text(at - 7 if before else at + 7, y + LANE * lane + 4, words, 11, "end" if before else "start"))
    height = y + LANE * len(lanes) + 8
    frame = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height}' width='{WIDTH}' height='{height}' {FONT} role='img' aria-label='The books by their years'>",
        "<!-- made by docs/pictures/timeline.py -->",
        f"<rect width='{WIDTH}' height='{height}' fill='#fff'/>",
    ]
    for name, first, last in WARS:
        begin, end = x_of(first), x_of(last - 1)
        frame.append(f"<rect x='{begin:.1f}' y='{HEAD - 22}' width='{end - begin:.1f}' height='{height - HEAD + 14}' fill='#f1e7d3'/>")
        frame.append(text((begin + end) / 2, 16, name, 13, "middle", more="font-weight='bold'"))
        frame.append(text((begin + end) / 2, 32, f"{first} to {last} BC", 11, "middle", "#555"))
    for year in range(FIRST, LAST - 1, -10):
        frame.append(f"<path d='M{x_of(year):.1f} {HEAD - 2}V{bars_end}' stroke='#ddd'/>")
        frame.append(text(x_of(year), HEAD - 8, f"{year}", 10, "middle", "#555"))
    return "\n".join(frame + parts + ["</svg>"]) + "\n"


if __name__ == "__main__":
    OUT.write_text(draw(), encoding="utf-8")
