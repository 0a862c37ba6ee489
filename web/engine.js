// The engine in browsers, their workers and node: `docs/call.md`, with objects in place of texts.

const encoder = new TextEncoder();
// A text may begin with a BOM of its own
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Loads the engine from `muster.wasm`.
 *
 * @param source its bytes, its `WebAssembly.Module`, or what `fetch` returns
 * @param library the rules, as docs/call.md describes them under "The library"
 */
export async function loadEngine(source, library = { built_in: true }) {
  return new Engine(await compile(await source), library);
}

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof Response === "undefined" || !(source instanceof Response)) return WebAssembly.compile(source);
  if (!source.ok) throw new Error(`cannot load the engine: ${source.status} ${source.statusText}`);
  // Not every server sends the type that compiling while loading asks for
  return WebAssembly.compile(await source.arrayBuffer());
}

/** The library cannot be made; `answer` has the error, as an answer to a call has it. */
export class LibraryError extends Error {
  constructor(answer) {
    super(answer.error.message);
    this.name = "LibraryError";
    this.answer = answer;
  }
}

class Engine {
  #module;
  #library;
  #engine;

  constructor(module, library) {
    this.#module = module;
    this.#library = encoder.encode(JSON.stringify(library));
    this.#start();
  }

  /** Answers a request, both objects. What cannot be answered has an `error`; nothing is thrown. */
  call(request) {
    return JSON.parse(decoder.decode(this.callBytes(encoder.encode(JSON.stringify(request)))));
  }

  /** Answers a request, both as the bytes of their JSON. */
  callBytes(request) {
    try {
      return this.#exchange(request, "answer");
    } catch {
      // The engine has a fault, or no memory is left. What it has in memory is not to be trusted any more
      this.#start();
      return encoder.encode(JSON.stringify(faultAnswer));
    }
  }

  #start() {
    this.#engine = new WebAssembly.Instance(this.#module).exports;
    const error = this.#exchange(this.#library, "set_library");
    if (error.length > 0) throw new LibraryError(JSON.parse(decoder.decode(error)));
  }

  /** Hands a text to a function of the engine, and returns the text that it leaves. */
  #exchange(text, work) {
    const engine = this.#engine;
    const place = engine.make_room(text.length);
    new Uint8Array(engine.memory.buffer, place, text.length).set(text);
    engine[work]();
    // The memory may have grown meanwhile, so that its buffer is another
    const left = new Uint8Array(engine.memory.buffer, engine.text_start(), engine.text_length()).slice();
    engine.make_room(0);
    return left;
  }
}

const faultAnswer = {
  version: 1,
  op: null,
  error: {
    code: "internal",
    message: "the engine has a fault and could not answer; please report the request",
    help: null,
    at: null,
    place: null,
    reason: null,
    findings: [],
  },
};
