import { multipartBoundary } from "./multipart-boundary.ts";

const newline = 0x0a;
const nothing = Buffer.alloc(0);
/** A line that is longer is no head of anything, and passes as it is. */
const longestLine = 64 * 1024;

/** What is done to a body on its way back. */
export interface BodyRewriter {
  /** The bytes that are certain so far. */
  push(chunk: Buffer): Buffer;
  /** What was held back, at the end of the stream. */
  end(): Buffer;
  /** The whole of a body that came in one piece. */
  whole(body: Buffer): Buffer;
}

/**
 * The answer to a batch on its way back. Addresses change their length, so the lengths that its inner answers tell are left out:
 * their delimiters end them. Its inner heads name addresses that may be relative, which are rewritten here, the others by `addresses`.
 */
export class BatchAnswerRewriter implements BodyRewriter {
  readonly #addresses: BodyRewriter;
  readonly #location: (address: string) => string;
  readonly #boundaries: string[];
  /** Where we are: before or in a part's body, in a part's head, in an inner answer's head. */
  #section: "body" | "part" | "answer" = "body";
  #holdsAnswer = false;
  #held: Buffer = nothing;
  /** Whether the next byte goes on with a line whose beginning has passed. */
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

  /** Every whole line, changed or not; what may be the beginning of a telling line is held back. */
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

  /** Whether the line that begins here may be a head's, or a delimiter. */
  #mayMatter(bytes: Buffer, start: number): boolean {
    return this.#section !== "body" || bytes[start] === 0x2d;
  }

  /** What becomes of a line, its end included. */
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
