// Texts that nobody meant: each has findings or an error, and none makes the engine trap, however small its stack is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { askProgram, lists, loadEngine, wasm } from "./both_engines.mjs";

const engine = await loadEngine(wasm);

/** Asks both; they agree, and neither has a fault. */
function ask(request) {
  const bytes = Buffer.from(JSON.stringify(request));
  const answer = Buffer.from(engine.callBytes(bytes));
  assert.ok(answer.equals(askProgram(bytes)));
  const read = JSON.parse(answer);
  assert.notEqual(read.error?.code, "internal");
  return read;
}

const many = (text, count) => text.repeat(count);
const indented = (levels, line) => Array.from({ length: levels }, (_, level) => " ".repeat(level) + line).join("\n");
const texts = {
  "20,000 brackets": many("[", 20_000),
  "20,000 brackets and their ends": many("[", 20_000) + many("]", 20_000),
  "20,000 braces": many("{a: ", 20_000),
  "4.5 MB of nesting": indented(3_000, "a:"),
  "4.5 MB of nested rows": indented(3_000, "- "),
  "20,000 dashes": many("- ", 20_000),
  "20,000 question marks": many("? ", 20_000),
  "127 levels in a list": `army: A\nruleset: fra\nunits: [{unit: spears, options: ${many("[", 124)}${many("]", 124)}}]\n`,
  "aliases of aliases": `a: &a0 [x]\n${Array.from({ length: 40 }, (_, n) => `b${n}: &a${n + 1} [*a${n}, *a${n}]\n`).join("")}`,
  "a number of 100,000 digits": `army: A\nruleset: fra\npoints: ${many("9", 100_000)}\nunits: [{unit: spears}]\n`,
  "every letter escaped": `army: "${many("\\u202e", 10_000)}"\nruleset: fra\nunits: [{unit: spears}]\n`,
};

for (const [name, text] of Object.entries(texts)) {
  test(name, () => {
    const { list } = ask({ op: "check", list: { text }, also: ["army", "rooms"] }).ok;
    assert.ok(list.findings.length > 0);
    ask({ op: "army", list: { text } });
    ask({ op: "fix", list: { text } });
  });
}

test("formulas of a club's rules", async () => {
  const depth = 20_000;
  for (const formula of [many("(", depth) + "1" + many(")", depth), many("-", depth) + "1", many("1 + ", depth) + "1", many("not ", depth) + "true"]) {
    const text = `ruleset: toy\nname: Toy\nversion: 1.0.0\nunits: {foot: {name: Foot, cost: "${formula}"}}\n`;
    const own = await loadEngine(wasm, { built_in: false, files: [{ path: "club/toy/ruleset.yaml", text }] });
    const answer = own.call({ op: "check", list: { text: "army: A\nruleset: toy\npoints: 100\nunits: [{unit: foot}]\n" } });
    assert.equal(answer.error, undefined, formula.slice(0, 10));
    assert.equal(own.call({ op: "games" }).error, undefined);
  }
});

test("requests", () => {
  for (const [open, close] of [["[", "]"], ['{"a":', "}"]]) {
    const bytes = Buffer.from(many(open, 2_000_000) + "1" + many(close, 2_000_000));
    const answer = Buffer.from(engine.callBytes(bytes));
    assert.ok(answer.equals(askProgram(bytes)));
    assert.equal(JSON.parse(answer).error.code, "too-large");
  }
});

test("a list of 3,000 rows", () => {
  const rows = many("  - {unit: spears, count: 3}\n", 3_000);
  const text = `army: A\nruleset: fra\nmode: points\npoints: 1000\nbaggage: true\nunits:\n${rows}`;
  assert.equal(ask({ op: "check", list: { text }, also: ["army", "rooms"] }).ok.list.verdict, "illegal");
});
