/** Replacement of an upstream URL prefix. Both end in a slash. */
export interface AddressRule {
  readonly from: string;
  readonly to: string;
}

/** Rules compiled for searching in bytes, once for all responses. */
export interface CompiledRules {
  /** Bytes to search for: the origin from its slashes on, because slashes are rarer in JSON than an `h`. */
  readonly mark: Buffer;
  /** Matches any of the prefixes, in a text with one character per byte. */
  readonly pattern: RegExp;
  /** Returns the replacement of a prefix. */
  readonly replacement: (found: string) => string;
  readonly prefixes: readonly Buffer[];
  /** Length of the longest prefix. */
  readonly longest: number;
}

/** Length of the searched text. Up to six bytes, Node uses a simpler algorithm, three times as fast among the slashes of dates. */
const markBytes = 6;

/** Compiles rules whose prefixes all begin with `origin`. */
export function compiledRules(origin: string, rules: readonly AddressRule[]): CompiledRules {
  const rests = rules.map(({ from }) => escaped(from.slice(origin.length)));
  return {
    mark: Buffer.from(origin.slice(origin.indexOf("//")).slice(0, markBytes), "latin1"),
    pattern: new RegExp(`${escaped(origin)}(?:${rests.join("|")})`, "g"),
    replacement(found) {
      for (const { from, to } of rules) if (from === found) return to;
      return found;
    },
    prefixes: rules.map(({ from }) => Buffer.from(from, "latin1")),
    longest: Math.max(...rules.map(({ from }) => from.length)),
  };
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

const nothing = Buffer.alloc(0);

/**
 * Replaces exact URL prefixes in a stream of bytes without collecting it, also if one is split across chunks. Holds back at most as
 * many bytes as the longest prefix has.
 */
export class AddressRewriter {
  readonly #rules: CompiledRules;
  #held: Buffer = nothing;

  constructor(rules: CompiledRules) {
    this.#rules = rules;
  }

  /** Returns the rewritten bytes that later chunks can't change. A chunk without URLs is returned unchanged. */
  push(chunk: Buffer): Buffer {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const safe = bytes.length - this.#undecided(bytes);
    this.#held = safe === bytes.length ? nothing : Buffer.from(bytes.subarray(safe));
    return this.#replaced(bytes.subarray(0, safe));
  }

  /** Returns the bytes held back at the end of the stream, which contain no whole URL. */
  end(): Buffer {
    const rest = this.#held;
    this.#held = nothing;
    return rest;
  }

  /** Rewrites a body that arrived in one piece. */
  whole(body: Buffer): Buffer {
    return this.#replaced(body);
  }

  /** Searches once, and copies only after a find. Lists of records are full of URLs, so they are replaced in one pass over a text. */
  #replaced(bytes: Buffer): Buffer {
    const { mark, pattern, replacement } = this.#rules;
    if (bytes.indexOf(mark) < 0) return bytes;
    return Buffer.from(bytes.toString("latin1").replace(pattern, replacement), "latin1");
  }

  /** Returns the number of bytes at the end that can be the beginning of a URL. */
  #undecided(bytes: Buffer): number {
    const { prefixes, longest } = this.#rules;
    const first = prefixes[0]?.[0] as number;
    const earliest = Math.max(0, bytes.length - longest + 1);
    for (let at = bytes.indexOf(first, earliest); at >= 0; at = bytes.indexOf(first, at + 1)) {
      const length = bytes.length - at;
      if (prefixes.some((prefix) => length < prefix.length && bytes.compare(prefix, 0, length, at) === 0))
        return length;
    }
    return 0;
  }
}
