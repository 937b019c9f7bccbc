import type { BodyRewriter } from "./batch-answer-rewriter.ts";

/** Annotation of a response with pages. Inside a JSON text, its quotes would be escaped. */
const link = /(?<!\\)"@(?:odata\.)?nextLink"\s*:\s*"((?:[^"\\]|\\.)*)"/g;
/** Beginning of the annotation at the end of a chunk, or a backslash, which decides if a quote is one. */
const begun = /\\$|(?<!\\)"(?:@[\w.]*)?$|(?<!\\)"@(?:odata\.)?nextLink"\s*(?::\s*(?:"(?:[^"\\]|\\.)*\\?)?)?$/;
/** Longer links pass unchanged. */
const longestLink = 32 * 1024;

/** Adds a query parameter to links to the next page, after `addresses` has rewritten the URLs. */
export class NextLinkRewriter implements BodyRewriter {
  readonly #addresses: BodyRewriter;
  readonly #parameter: string;
  #held = "";

  constructor(addresses: BodyRewriter, parameter: string) {
    this.#addresses = addresses;
    this.#parameter = parameter;
  }

  push(chunk: Buffer): Buffer {
    const text = this.#held + this.#addresses.push(chunk).toString("latin1");
    // The last quote of a whole annotation isn't the beginning of another one.
    const ends = [...text.matchAll(link)].map(({ index, 0: whole }) => index + whole.length);
    const from = Math.max(0, text.length - longestLink, ends.at(-1) ?? 0);
    const at = begun.exec(text.slice(from))?.index;
    const safe = at === undefined ? text.length : from + at;
    this.#held = text.slice(safe);
    return this.#linked(text.slice(0, safe));
  }

  end(): Buffer {
    const rest = this.#held + this.#addresses.end().toString("latin1");
    this.#held = "";
    return this.#linked(rest);
  }

  whole(body: Buffer): Buffer {
    return this.#linked(this.#addresses.whole(body).toString("latin1"));
  }

  #linked(text: string): Buffer {
    const linked = text.replace(link, (annotation, address: string) => {
      const separator = address.includes("?") ? "&" : "?";
      return `${annotation.slice(0, -1)}${separator}${this.#parameter}"`;
    });
    return Buffer.from(linked, "latin1");
  }
}
