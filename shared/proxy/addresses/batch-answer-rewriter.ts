import { multipartBoundary } from "./multipart-boundary.ts";

const newline = 0x0a;
const nothing = Buffer.alloc(0);
/** Longer lines can't be part of a head and pass unchanged. */
const longestLine = 64 * 1024;

/** Rewrites the body of a response. */
export interface BodyRewriter {
  /** Returns the rewritten bytes that later chunks can't change. */
  push(chunk: Buffer): Buffer;
  /** Returns the bytes held back at the end of the stream. */
  end(): Buffer;
  /** Rewrites a body that arrived in one piece. */
  whole(body: Buffer): Buffer;
}

/**
 * Rewrites the response to a batch. Rewriting changes lengths, so the lengths of its inner responses are removed: their delimiters end
 * them. URLs in inner heads can be relative and are rewritten here; `addresses` rewrites all others.
 */
export class BatchAnswerRewriter implements BodyRewriter {
  readonly #addresses: BodyRewriter;
  readonly #location: (address: string) => string;
  readonly #boundaries: string[];
  /** Current position: before or in a part's body, in a part's head, or in an inner response's head. */
  #section: "body" | "part" | "answer" = "body";
  #holdsAnswer = false;
  #held: Buffer = nothing;
  /** True if the next byte continues a line whose beginning was already passed on. */
  #inLine = false;

  constructor(boundary: string, addresses: BodyRewriter, location: (address: string) => string) {
    this.#boundaries = [boundary];
    this.#addresses = addresses;
    this.#location = location;
  }

  push(chunk: Buffer): Buffer {
    return this.#addresses.push(this.#rewritten(chunk));
  }

  end(): Buffer {
    const rest = this.#held;
    this.#held = nothing;
    return Buffer.concat([this.#addresses.push(rest), this.#addresses.end()]);
  }

  whole(body: Buffer): Buffer {
    return Buffer.concat([this.push(body), this.end()]);
  }

  /** Returns all whole lines, rewritten where needed. The beginning of a line that may matter is held back. */
  #rewritten(chunk: Buffer): Buffer {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const parts: Buffer[] = [];
    let copied = 0;
    let start = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      if (!this.#inLine && this.#mayMatter(bytes, start)) {
        const line = bytes.toString("latin1", start, end + 1);
        const rewritten = this.#rewrittenLine(line);
        if (rewritten !== line) {
          parts.push(bytes.subarray(copied, start), Buffer.from(rewritten, "latin1"));
          copied = end + 1;
        }
      }
      start = end + 1;
      this.#inLine = false;
    }
    const isHeld = !this.#inLine && this.#mayMatter(bytes, start) && bytes.length - start <= longestLine;
    const kept = isHeld ? start : bytes.length;
    this.#inLine = !isHeld && (this.#inLine || start < bytes.length);
    this.#held = Buffer.from(bytes.subarray(kept));
    parts.push(bytes.subarray(copied, kept));
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }

  /** True if the line that begins here can belong to a head or be a delimiter. */
  #mayMatter(bytes: Buffer, start: number): boolean {
    return this.#section !== "body" || bytes[start] === 0x2d;
  }

  /** Rewrites a line, including its end. */
  #rewrittenLine(line: string): string {
    if (this.#section === "body") {
      this.#delimiter(line.trimEnd());
      return line;
    }
    if (line.trimEnd() === "") {
      this.#section = this.#section === "part" && this.#holdsAnswer ? "answer" : "body";
      return line;
    }
    const [, name = "", value = "", end = ""] = /^([^:\s]+):[ \t]*(.*?)([ \t]*\r?\n)$/.exec(line) ?? [];
    const known = name.toLowerCase();
    if (this.#section === "answer") return answerLine(line, known, `${name}: ${this.#location(value)}${end}`);
    if (known === "content-type") {
      this.#holdsAnswer = /^application\/http\b/i.test(value);
      const inner = multipartBoundary(value);
      if (inner !== undefined) this.#boundaries.push(inner);
    }
    return known === "content-length" ? "" : line;
  }

  #delimiter(line: string): void {
    if (!this.#boundaries.some((boundary) => line === `--${boundary}`)) return;
    this.#section = "part";
    this.#holdsAnswer = false;
  }
}

const addressed = new Set(["location", "odata-entityid", "content-location"]);

function answerLine(line: string, name: string, located: string): string {
  if (name === "content-length") return "";
  return addressed.has(name) ? located : line;
}
