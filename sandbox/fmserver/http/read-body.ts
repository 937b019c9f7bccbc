import type { IncomingMessage } from "node:http";

/** Returns the request body; empty if there is none. Rejects if the caller disconnects before its end. */
export async function readBody(message: IncomingMessage): Promise<Buffer> {
  if (message.headers["content-length"] === undefined && message.headers["transfer-encoding"] === undefined) {
    return EMPTY;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

const EMPTY = Buffer.alloc(0);
