import type { AnswerStream } from "#shared/ports/http-call.ts";
import { compressed, compressing, wholeBytes } from "./compression.ts";
import { encodedHead } from "./encoded-head.ts";

/** An answer of which everything is at hand. */
export interface WholeAnswer {
  readonly status: number;
  /** Alternating names and values, without a length, which is added to them. */
  readonly headers: string[];
  readonly body: Buffer;
}

/** What of a call decides how it is answered. */
interface AnsweredCall {
  readonly method: string;
  /** Values of Accept-Encoding, joined by commas; empty where there is none, and where nothing may be compressed. */
  readonly acceptEncoding: string;
}

/** Sends a whole answer, compressed where the caller takes it so. A HEAD gets its head alone (R4.5). */
export function sendWhole(
  answer: AnswerStream,
  { method, acceptEncoding }: AnsweredCall,
  { status, headers, body }: WholeAnswer,
): void {
  headers.push("Content-Length", String(body.length));
  const head = encodedHead(acceptEncoding, status, headers);
  const { coding } = head;
  if (method === "HEAD" || coding === undefined) {
    answer.writeHead(status, head.headers);
    answer.end(method === "HEAD" ? undefined : body);
  } else if (body.length > wholeBytes) {
    answer.writeHead(status, head.headers);
    compressing(coding, answer).end(body);
  } else {
    const bytes = compressed(coding, body);
    answer.writeHead(status, [...head.headers, "Content-Length", String(bytes.length)]);
    answer.end(bytes);
  }
}
