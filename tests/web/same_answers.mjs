// Every question about every shipped list but those of battles: the engine for browsers gives the same bytes as the program.
import assert from "node:assert/strict";
import { test } from "node:test";
import { askProgram, lists, loadEngine, wasm } from "./both_engines.mjs";

const engine = await loadEngine(wasm);

/** Asks both, and returns the answer. */
function ask(request) {
  const bytes = Buffer.from(JSON.stringify(request));
  const answer = Buffer.from(engine.callBytes(bytes));
  const expected = askProgram(bytes);
  const shown = JSON.stringify({ ...request, list: undefined, lists: undefined });
  // Not `deepEqual`, whose difference of two long texts takes minutes
  assert.ok(answer.equals(expected), `${shown}: ${firstDifference(answer, expected)}`);
  return JSON.parse(answer);
}

function ok(request) {
  const answer = ask(request);
  assert.equal(answer.error, undefined);
  return answer.ok;
}

function firstDifference(answer, expected) {
  const at = answer.findIndex((byte, index) => byte !== expected[index]);
  const around = (bytes) => bytes.subarray(Math.max(0, at - 80), at + 80);
  return `${around(answer)}\nthe program has\n${around(expected)}`;
}

// With every list of a battle this takes over three minutes
const asked = lists.filter((list) => !list.path.includes("/battles/"));
assert.ok(asked.length >= 14, `only ${asked.length} lists`);
for (const list of asked) {
  test(list.path, () => {
    const army = ok({ op: "army", list, also: ["check", "rooms"] });
    const known = { ...list, ids: army.ids };
    ok({ op: "check", list });
    ok({ op: "rooms", list });
    const places = ["army", ...army.commands.map((c) => c.command), ...army.rows.map((r) => r.row)];
    const offers = ok({ op: "offers", list: known, for: places.map((at) => ({ at })), then: false });
    ok({ op: "offers", list: known, for: [{ at: army.rows[0].row }, { at: "c1", what: ["add"] }] });
    // The first two offers of each place, one by one and then as one batch of trials
    const edits = offers.places.flatMap((place) => place.offers.slice(0, 2)).flatMap((offer) => offer.edits ? [offer.edits] : []);
    assert.ok(edits.length > 5);
    for (const batch of edits.slice(0, 12)) ok({ op: "edit", list: known, edits: batch, also: ["check", "army", "rooms"] });
    ok({ op: "try", list: known, tries: edits, then: false });
    ok({ op: "fix", list: { text: list.text.replace("unit: ", "unti: ") } });
    ok({ op: "suggest", list: known, effort: 1_000 });
    ok({ op: "compare", before: list, after: { text: list.text.replace("count: 2", "count: 3") } });
    for (const sheet of ["roster", "cards", "reference", "packing", "form"]) {
      for (const format of ["html", "text", "markdown"]) ask({ op: "render", lists: [list], sheet, format });
    }
  });
}

test("what is not about one list", () => {
  for (const game of ok({ op: "games" }).games) {
    ask({ op: "book", game: game.id });
    for (const { id: book } of game.books) {
      ok({ op: "book", game: game.id, book });
      ask({ op: "start", game: game.id, book });
    }
  }
  ok({ op: "summary", lists });
  ok({ op: "explain", word: "carthage-italy/limits/numidian-third" });
  ok({ op: "explain", word: "too-many" });
});

test("what cannot be answered", () => {
  for (const request of [[], {}, { op: "chekc" }, { op: "army", list: { text: "units" } }, { op: "complete", list: lists[0], at: 0 }]) {
    assert.ok(ask(request).error);
  }
  const notText = Buffer.from([0x7b, 0xff]);
  assert.deepEqual(Buffer.from(engine.callBytes(notText)), askProgram(notText));
});
