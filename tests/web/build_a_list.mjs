// A page's code that knows no game: it starts a list, sees what is missing and what may be taken, and takes it until the
// army is legal and nothing more fits its size. Written from docs/call.md alone; node runs it as a test.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { loadEngine } from "../../web/engine.js";

const engine = await loadEngine(await readFile(`${process.env.MUSTER_WEB ?? "target/web"}/muster.wasm`));

function ask(request) {
  const answer = engine.call(request);
  if (answer.error) throw new Error(`${request.op}: ${answer.error.message}`);
  return answer;
}

/** Of what may be taken, the offer that ends most of what is missing, else is of a missing kind, else costs most. */
function best(offers, rooms, findings) {
  const missing = new Set(findings.filter((finding) => finding.missing).map((finding) => finding.id));
  const wanted = new Set(rooms.filter((room) => room.missing).flatMap((room) => room.entries));
  const rank = ({ what, word, result }) => [
    result.clears.filter((id) => missing.has(id)).length - result.breaks.length,
    what === "add" && wanted.has(word) ? 1 : 0,
    result.delta,
  ];
  return offers
    .filter((offer) => !offer.taken && offer.edits && offer.result.grade === "ok")
    .map((offer) => ({ offer, rank: rank(offer) }))
    .filter(({ rank: [cleared, , delta] }) => delta > 0 || (delta === 0 && cleared > 0))
    .sort((a, b) => b.rank[0] - a.rank[0] || b.rank[1] - a.rank[1] || b.rank[2] - a.rank[2])[0]?.offer;
}

const [game = "fra", book = "carthage-italy", points = "1000"] = process.argv.slice(2);
let list = ask({ op: "start", game, book, mode: "points", points: Number(points) }).ok;
let complete; // the last one in which nothing was missing, and the step that finishes it
while (list) {
  const { text, ids } = list;
  const { ok: rooms, also } = ask({ op: "rooms", list: { text, ids }, also: ["army", "check"] });
  const { army, check } = also;
  if (check.finish) complete = { list: { text, ids }, edits: check.finish.edits };
  const places = ["army", ...army.commands.map((command) => command.command), ...army.rows.map((row) => row.row)];
  const offers = ask({ op: "offers", list: { text, ids }, for: places.map((at) => ({ at })), then: false }).ok;
  const next = best(offers.places.flatMap((place) => place.offers), rooms.rooms, check.list.findings);
  if (next) console.log(`${next.step}: ${next.result.total} points`);
  list = next && ask({ op: "edit", list: { text, ids }, edits: next.edits, step: next.step }).ok;
}

const done = ask({ op: "edit", ...complete, also: ["check"] });
const { verdict, points: paid } = done.also.check.list;
console.log(`\n${done.ok.text}\n${verdict}, ${paid.total} of ${paid.limit} points`);
assert.equal(verdict, "legal");
assert.equal(paid.total, Number(points));
