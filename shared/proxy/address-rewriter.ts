/** What an upstream address becomes. Both end in a slash. */
export interface AddressRule {
  readonly from: string;
  readonly to: string;
}

/** Rules made ready for comparing bytes, once for all answers. */
export interface CompiledRules {
  /** What is looked for: the origin from its slashes on, because a slash is rarer in JSON than an `h`. */
  readonly mark: Buffer;
  /** Bytes of a prefix that stand before the mark. */
  readonly markAt: number;
  readonly rules: readonly { readonly from: Buffer; readonly to: Buffer }[];
  /** Length of the longest prefix that is looked for. */
  readonly longest: number;
}

/** All rules begin with `origin`. */
export function compiledRules(origin: string, rules: readonly AddressRule[]): CompiledRules {
  const markAt = origin.indexOf("//");
  return {
    mark: Buffer.from(origin.slice(markAt), "latin1"),
    markAt,
    rules: rules.map(({ from, to }) => ({ from: Buffer.from(from, "latin1"), to: Buffer.from(to, "latin1") })),
    longest: Math.max(...rules.map(({ from }) => from.length)),
  };
}

const nothing = Buffer.alloc(0);

/**
 * Replaces exact address prefixes in a stream of bytes, also where a chunk ends inside one (architecture of the proxy:
 * never by collecting). Holds back at most as many bytes as the longest prefix has.
 */
export class AddressRewriter {
  readonly #rules: CompiledRules["rules"];
  readonly #mark: Buffer;
  readonly #markAt: number;
  readonly #longest: number;
  #held: Buffer = nothing;

  constructor({ mark, markAt, rules, longest }: CompiledRules) {
    this.#mark = mark;
    this.#markAt = markAt;
    this.#rules = rules;
    this.#longest = longest;
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

  #replaced(bytes: Buffer): Buffer {
    let mark = bytes.indexOf(this.#mark);
    if (mark < 0) return bytes;
    const parts: Buffer[] = [];
    let copied = 0;
    while (mark >= 0) {
      const start = mark - this.#markAt;
      const rule = start < copied ? undefined : this.#ruleAt(bytes, start);
      if (rule !== undefined) {
        parts.push(bytes.subarray(copied, start), rule.to);
        copied = start + rule.from.length;
      }
      mark = bytes.indexOf(this.#mark, rule === undefined ? mark + 1 : copied);
    }
    if (parts.length === 0) return bytes;
    parts.push(bytes.subarray(copied));
    return Buffer.concat(parts);
  }

  #ruleAt(bytes: Buffer, at: number) {
    return this.#rules.find(
      ({ from }) => at + from.length <= bytes.length && bytes.compare(from, 0, from.length, at, at + from.length) === 0,
    );
  }

  /** How many bytes at the end may be the beginning of an address. */
  #undecided(bytes: Buffer): number {
    const first = this.#rules[0]?.from[0] as number;
    const earliest = Math.max(0, bytes.length - this.#longest + 1);
    for (let at = bytes.indexOf(first, earliest); at >= 0; at = bytes.indexOf(first, at + 1)) {
      const length = bytes.length - at;
      if (this.#rules.some(({ from }) => length < from.length && bytes.compare(from, 0, length, at) === 0))
        return length;
    }
    return 0;
  }
}
