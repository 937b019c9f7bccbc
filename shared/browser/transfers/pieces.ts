import { ServiceError } from "#shared/contract/errors.ts";

/**
 * Splits a stream into pieces of one size; the last is smaller. If the stream breaks, yields the received bytes before throwing.
 * @throws ServiceError request_timeout
 */
export async function* pieces(bytes: AsyncIterable<Uint8Array>, pieceBytes: number): AsyncGenerator<Buffer, void> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let broken: { readonly cause: unknown } | undefined;
  const stream = bytes[Symbol.asyncIterator]();
  for (;;) {
    const next = await stream.next().catch((cause: unknown) => {
      broken = { cause };
      return { done: true as const, value: undefined };
    });
    if (next.done === true) break;
    for (let chunk: Uint8Array = next.value; chunk.length > 0; ) {
      const part = chunk.subarray(0, pieceBytes - heldBytes);
      held.push(part);
      heldBytes += part.length;
      chunk = chunk.subarray(part.length);
      if (heldBytes < pieceBytes) continue;
      yield Buffer.concat(held);
      [held, heldBytes] = [[], 0];
    }
  }
  if (heldBytes > 0) yield Buffer.concat(held);
  if (broken !== undefined)
    throw new ServiceError("request_timeout", { text: "the connection was interrupted", ...broken });
}
