/** What an upstream address becomes. Both end in a slash. */
export interface AddressRule {
  readonly from: string;
  readonly to: string;
}

/** Rules made ready for searching bytes, once for all answers. */
export interface CompiledRules {
  /** What is looked for in bytes: the beginning of the origin from its slashes on, because a slash is rarer in JSON than an `h`. */
  readonly mark: Buffer;
  /** Any of the prefixes, in a text with one character per byte. */
  readonly pattern: RegExp;
  /** What a prefix that was found becomes. */
  readonly replacement: (found: string) => string;
  readonly prefixes: readonly Buffer[];
  /** Length of the longest prefix that is looked for. */
  readonly longest: number;
}

/** Node looks for texts of up to six bytes in a plainer way, three times as fast among the slashes of dates. */
const markBytes = 6;

/** All rules begin with `origin`. */
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
 * Replaces exact address prefixes in a stream of bytes, also where a chunk ends inside one (architecture of the proxy:
 * never by collecting). Holds back at most as many bytes as the longest prefix has.
 */
export class AddressRewriter {
  readonly #rules: CompiledRules;
  #held: Buffer = nothing;

  constructor(rules: CompiledRules) {
    this.#rules = rules;
  }

  /** The bytes that are certain so far. A chunk without any address is handed back as it is. */
  push(chunk: Buffer): Buffer {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const safe = bytes.length - this.#undecided(bytes);
    this.#held = safe === bytes.length ? nothing : Buffer.from(bytes.subarray(safe));
    return this.#replaced(bytes.subarray(0, safe));
  }

  /** What was held back, at the end of the stream. It held no whole address. */
  end(): Buffer {
    const rest = this.#held;
    this.#held = nothing;
    return rest;
  }

  /** The whole of a body that came in one piece. */
  whole(body: Buffer): Buffer {
    return this.#replaced(body);
  }

  /** One search, and no copy where it finds nothing. A list of records is full of addresses: as one text they are replaced in one go. */
  #replaced(bytes: Buffer): Buffer {
    const { mark, pattern, replacement } = this.#rules;
    if (bytes.indexOf(mark) < 0) return bytes;
    return Buffer.from(bytes.toString("latin1").replace(pattern, replacement), "latin1");
  }

  /** How many bytes at the end may be the beginning of an address. */
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
