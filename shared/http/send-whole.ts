import type { AnswerStream } from "#shared/ports/http-call.ts";
import { compressed, compressing, wholeBytes } from "./compression.ts";
import { encodedHead } from "./encoded-head.ts";

/** Response that is completely available. */
export interface WholeAnswer {
  readonly status: number;
  /** Alternating names and values, without a length, which is added. */
  readonly headers: string[];
  readonly body: Buffer;
}

/** Properties of a call that determine how the response is sent. */
interface AnsweredCall {
  readonly method: string;
  /** Values of Accept-Encoding, joined by commas. Empty if there is none, or the response must not be compressed. */
  readonly acceptEncoding: string;
}

/** Sends a whole response, compressed if the caller accepts that. A HEAD only gets the head. */
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
