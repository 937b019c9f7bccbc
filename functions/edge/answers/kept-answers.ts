import { createHash } from "node:crypto";
import { isUnchanged } from "#shared/contract/file-answer.ts";
import { compressed } from "#shared/http/compression.ts";
import { type ContentCoding, chosenCoding } from "#shared/http/content-coding.ts";
import { smallestBytes } from "#shared/http/encoded-head.ts";
import { apiKeysIn } from "#shared/proxy/path-rules.ts";
import type { Exchange } from "../exchange.ts";
import { headerIn, headerValues } from "../headers.ts";
import type { Answer } from "./answer.ts";

/** Answer that is the same for every call, in the encodings requested so far. */
interface KeptAnswer {
  readonly head: Omit<Answer, "body">;
  readonly bytes: Buffer;
  readonly tag: string;
  readonly compressed: Map<ContentCoding, Buffer>;
}

/** Answers an operation whose response is the same for every call. `build` runs on the first call. */
export type AnswerFromKept = (
  exchange: Exchange,
  operation: string,
  build: () => Promise<Answer | null | undefined>,
) => Promise<Answer>;

/**
 * Builds each constant response once, and compresses it once per content coding. Later calls get the same bytes, or 304 if the client has
 * them already (RFC 9110, 13.1.2). Nothing is built before the first call.
 */
export function keptAnswers(): AnswerFromKept {
  const answers = new Map<string, Promise<KeptAnswer>>();

  return async ({ call, rawQuery }, operation, build) => {
    let pending = answers.get(operation);
    if (pending === undefined) {
      pending = build().then(kept);
      answers.set(operation, pending);
      // The next call tries again; this call gets the error below.
      pending.catch(() => answers.delete(operation));
    }
    const answer = await pending;
    const { coding, refusesIdentity } = chosenCoding(headerValues(call.headers, "accept-encoding").join(","));
    const isCompressed = coding !== undefined && (refusesIdentity || answer.bytes.length >= smallestBytes);
    const form = isCompressed ? compressedForm(answer, coding) : { tag: answer.tag, headers: {}, body: answer.bytes };
    const headers = {
      ...answer.head.headers,
      ...form.headers,
      ETag: form.tag,
      // A URL that contains a key must never be cached, no matter what it returns.
      "Cache-Control": apiKeysIn(rawQuery).length > 0 ? "no-store" : "private, no-cache",
    };
    return isUnchanged(headerIn(call.headers, "if-none-match"), form.tag)
      ? { status: 304, headers }
      : { status: answer.head.status, headers, body: form.body };
  };
}

function kept(answer: Answer | null | undefined): KeptAnswer {
  if (typeof answer?.body !== "string") throw new Error("Only an answer that is built as text can be kept");
  const { body, ...head } = answer;
  const bytes = Buffer.from(body);
  return {
    head: { ...head, headers: { ...head.headers, Vary: "Accept-Encoding" } },
    bytes,
    tag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    compressed: new Map(),
  };
}

function compressedForm({ bytes, tag, compressed: forms }: KeptAnswer, coding: ContentCoding) {
  const body = forms.get(coding) ?? compressed(coding, bytes);
  forms.set(coding, body);
  // Different bytes need a different tag.
  return { tag: tag.replace(/"$/, `-${coding}"`), headers: { "Content-Encoding": coding }, body };
}
