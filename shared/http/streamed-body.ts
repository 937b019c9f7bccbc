import type { Readable } from "node:stream";
import { ServiceError } from "#shared/contract/errors.ts";

/** How much of a body that streams is taken. */
export interface StreamLimits {
  readonly mostBytes: number;
  /** Longest time without a byte of it. */
  readonly quietMs: number;
  /** What Content-Length says, where it was sent. */
  readonly declaredBytes?: number;
}

/**
 * A body as it comes, within its limits. The connection stays open when it is given up, so that the refusal can be read, and what still
 * comes is thrown away. @throws ServiceError body_too_large, request_timeout, request_refused
 */
export async function* streamedBody(
  body: Readable,
  { mostBytes, quietMs, declaredBytes = 0 }: StreamLimits,
): AsyncGenerator<Buffer, void> {
  if (body.readableEnded) return;
  const chunks = body.iterator({ destroyOnReturn: false });
  try {
    if (declaredBytes > mostBytes) throw new ServiceError("body_too_large");
    for (let size = 0; ; ) {
      const next = await within(quietMs, chunks.next());
      if (next.done === true) return;
      size += next.value.length;
      if (size > mostBytes) throw new ServiceError("body_too_large");
      yield next.value;
    }
  } finally {
    // It waits for a chunk that is asked for; after the last of them nothing happens any more.
    void chunks.return?.().then(
      () => body.resume(),
      () => undefined,
    );
  }
}

async function within<T>(quietMs: number, coming: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ServiceError("request_timeout")), quietMs);
  // The client has gone: the refusal is for the log.
  const arrived = coming.catch((cause: unknown) => {
    throw new ServiceError("request_refused", { cause });
  });
  try {
    return await Promise.race([arrived, late]);
  } finally {
    clearTimeout(timer);
  }
}
