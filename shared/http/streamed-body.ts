import type { Readable } from "node:stream";
import { ServiceError } from "#shared/contract/errors.ts";

/** Limits of a streamed body. */
export interface StreamLimits {
  readonly maxBytes: number;
  /** Maximum time without a byte. Milliseconds. */
  readonly quietMs: number;
  /** Declared Content-Length, if any. */
  readonly declaredBytes?: number;
}

/**
 * Yields a body within its limits. If it is rejected, the connection stays open so that the client can read the refusal, and the rest
 * is discarded.
 * @throws ServiceError body_too_large, request_timeout, request_refused
 */
export async function* streamedBody(
  body: Readable,
  { maxBytes, quietMs, declaredBytes = 0 }: StreamLimits,
): AsyncGenerator<Buffer, void> {
  if (body.readableEnded) return;
  const chunks = body.iterator({ destroyOnReturn: false });
  try {
    if (declaredBytes > maxBytes) throw new ServiceError("body_too_large");
    for (let size = 0; ; ) {
      const next = await within(quietMs, chunks.next());
      if (next.done === true) return;
      size += next.value.length;
      if (size > maxBytes) throw new ServiceError("body_too_large");
      yield next.value;
    }
  } finally {
    // Waits for a requested chunk; after the last one it has no effect.
    void chunks.return?.().then(
      () => body.resume(),
      () => undefined,
    );
  }
}

async function within<T>(quietMs: number, coming: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ServiceError("request_timeout")), quietMs);
  // The client is gone, so the refusal is only for the log.
  const arrived = coming.catch((cause: unknown) => {
    throw new ServiceError("request_refused", { cause });
  });
  try {
    return await Promise.race([arrived, late]);
  } finally {
    clearTimeout(timer);
  }
}
