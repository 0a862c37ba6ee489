// The library of a page's own rules, and an engine that traps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LibraryError, lists, loadEngine, wasm } from "./both_engines.mjs";

const toy = {
  path: "club/toy/ruleset.yaml",
  text: "ruleset: toy\nname: Toy\nversion: 1.0.0\npoints: none\nunits: {foot: {name: Foot}}\n",
};

test("rules from memory, without those built in", async () => {
  const engine = await loadEngine(wasm, { built_in: false, files: [toy] });
  assert.deepEqual(engine.call({ op: "games" }).ok.games.map((game) => game.id), ["toy"]);
});

test("a library that cannot be made says why", async () => {
  const library = { built_in: true, files: [toy, toy] };
  await assert.rejects(loadEngine(wasm, library), (error) => error instanceof LibraryError && error.answer.error.at === "/files/1/path");
});

test("after a trap the engine starts again, with its library", async () => {
  // The engine has no known way to trap, so here the first instance is one that does
  const Instance = WebAssembly.Instance;
  let traps = 1;
  WebAssembly.Instance = function (module) {
    const { exports } = new Instance(module);
    const answer = () => { throw new WebAssembly.RuntimeError("unreachable"); };
    return { exports: traps-- > 0 ? { ...exports, answer } : exports };
  };
  try {
    const engine = await loadEngine(wasm, { built_in: true, files: [toy] });
    const fault = engine.call({ op: "summary", lists });
    assert.equal(fault.error.code, "internal");
    assert.equal(engine.call({ op: "summary", lists }).ok.lists.length, lists.length);
    assert.ok(engine.call({ op: "games" }).ok.games.some((game) => game.id === "toy"));
  } finally {
    WebAssembly.Instance = Instance;
  }
});
