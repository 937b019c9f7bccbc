import { PassThrough, type Readable } from "node:stream";
import type { ProxyOutcome } from "#shared/contract/proxy-outcome.ts";

/** Maximum size of bodies that are kept until the response arrives, so that the call can be repeated. Bytes. */
const keptBytes = 1024 * 1024;

/** Body of a request to the server. */
export interface RequestBody {
  readonly content: Buffer | AsyncIterable<Uint8Array> | undefined;
  /** True if it can be sent again. */
  readonly replayable: boolean;
}

export const noBody: RequestBody = { content: undefined, replayable: true };

/**
 * Buffers a small body and streams a large one. A body of unknown length is read up to the limit; if there is more, the buffered part
 * is sent first and the rest streams. Its bytes are counted as they arrive.
 */
export async function requestBody(
  source: Readable,
  contentLength: number | undefined,
  outcome: Pick<ProxyOutcome, "receivedBytes">,
): Promise<RequestBody> {
  if (contentLength !== undefined && contentLength > keptBytes) return { content: source, replayable: false };
  const chunks: Buffer[] = [];
  let size = 0;
  const iterator = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    chunks.push(next.value);
    size += next.value.length;
    if (contentLength === undefined) outcome.receivedBytes = size;
    if (size > keptBytes) return { content: joined(chunks, iterator, outcome), replayable: false };
  }
  return { content: Buffer.concat(chunks, size), replayable: true };
}

function joined(
  head: readonly Buffer[],
  rest: AsyncIterator<Buffer>,
  outcome: Pick<ProxyOutcome, "receivedBytes">,
): Readable {
  const whole = new PassThrough();
  const pump = async () => {
    for (const chunk of head) await written(whole, chunk);
    for (let next = await rest.next(); !next.done; next = await rest.next()) {
      outcome.receivedBytes += next.value.length;
      await written(whole, next.value);
    }
    whole.end();
  };
  pump().catch((error: Error) => whole.destroy(error));
  return whole;
}

function written(stream: PassThrough, chunk: Buffer): Promise<void> | undefined {
  if (stream.destroyed) throw new Error("The request's body is no longer needed");
  if (stream.write(chunk)) return undefined;
  return new Promise((resolve) => {
    const settle = () => {
      stream.off("drain", settle).off("close", settle);
      resolve();
    };
    stream.once("drain", settle).once("close", settle);
  });
}
