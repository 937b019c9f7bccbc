import type { HttpCall } from "#shared/ports/http-call.ts";
import { drained } from "./drained.ts";

/** An answer of our own: a head, and all of its body or bytes as they come. */
export interface Answer {
  readonly status: number;
  /** Several values of a header are sent as so many headers. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | AsyncIterable<Uint8Array | string>;
}

/** Writes an answer. A HEAD gets its head alone (R4.5). Throws where its bytes break off, with the head gone. */
export async function send({ answer, method }: HttpCall, { status, headers, body }: Answer): Promise<void> {
  if (answer.destroyed) return;
  const head = Object.entries(headers).flatMap(([name, values]) => [values].flat().flatMap((value) => [name, value]));
  if (typeof body === "string") {
    const bytes = Buffer.from(body);
    answer.writeHead(status, [...head, "Content-Length", String(bytes.length)]);
    answer.end(method === "HEAD" ? undefined : bytes);
    return;
  }
  answer.writeHead(status, head);
  if (body !== undefined && method !== "HEAD") {
    for await (const piece of body) {
      if (answer.destroyed) return;
      if (!answer.write(piece)) await drained(answer);
    }
  }
  if (!answer.destroyed) answer.end();
}
