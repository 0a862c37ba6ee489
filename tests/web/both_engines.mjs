// The engine for browsers, which `web/build.sh` has built, and the program beside it.
// MUSTER_WEB names the folder of the one (target/web), MUSTER the other (target/debug/muster).
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

export { LibraryError, loadEngine } from "../../web/engine.js";

const folder = resolve(process.env.MUSTER_WEB ?? "target/web");
const program = resolve(process.env.MUSTER ?? "target/debug/muster");

export const wasm = readFileSync(join(folder, "muster.wasm"));

/** Answers a request, given as bytes, with the program. */
export function askProgram(request) {
  const ran = spawnSync(program, ["call"], { input: request, maxBuffer: 256 * 1024 * 1024 });
  if (ran.error || ran.status !== 0) throw ran.error ?? new Error(`${program} call: ${ran.stderr}`);
  return ran.stdout.subarray(0, -1); // the answer ends with a newline
}

/** The lists that Muster ships, by their paths. */
export const lists = readdirSync("lists", { recursive: true })
  .filter((path) => path.endsWith(".yaml") && !path.startsWith("events"))
  .sort()
  .map((path) => ({ path, text: readFileSync(join("lists", path), "utf8") }));
