import { ServiceError } from "#shared/contract/errors.ts";
import { ownHeaderList } from "#shared/http/own-headers.ts";
import type { Blobs } from "#shared/ports/blobs.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Handler, HttpCall } from "#shared/ports/http-call.ts";
import type { Log } from "#shared/ports/log.ts";
import { asServiceError } from "../../functions/edge/answers/envelope.ts";
import { headerIn } from "../../functions/edge/headers.ts";
import type { RouteEntry } from "../http/route-table.ts";
import type { LocalAddresses } from "../storage/blob-addresses.ts";

/** Route that replaces S3 on one machine. Not in any contract: clients get its addresses. */
export const blobRoute: RouteEntry = {
  function: "blobs",
  module: "",
  method: "PUT",
  template: "/blobs/{name+}",
  streams: true,
};

interface BlobEndpointOptions {
  readonly blobs: Blobs;
  readonly addresses: LocalAddresses;
  /** True if these bytes are still expected. Unlike S3, this machine's disk can be full. */
  readonly isAwaited: (name: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Accepts PUTs that were signed here, as S3 does: a blob is stored completely or not at all. The gateway reports errors. */
export function blobEndpoint({ blobs, addresses, isAwaited, clock, log }: BlobEndpointOptions): Handler {
  const refuseUnlessAwaited = async (name: string): Promise<void> => {
    if (!(await isAwaited(name))) throw new ServiceError("part_address_refused");
  };

  /** Yields the bytes, and checks again at their end: a slow PUT must not change an upload that was completed in the meantime. */
  async function* awaitedBytes(call: HttpCall, name: string): AsyncGenerator<Uint8Array, void> {
    yield* call.body as AsyncIterable<Uint8Array>;
    await refuseUnlessAwaited(name);
  }

  const take = async (call: HttpCall): Promise<string> => {
    const put = await addresses.signed(call.target);
    if (put === undefined) throw new ServiceError("part_address_refused");
    await refuseUnlessAwaited(put.name);
    if (contentLength(call.headers) !== put.sizeBytes) throw new ServiceError("part_size_wrong");
    return (await blobs.put(put.name, awaitedBytes(call, put.name))).etag;
  };

  return async (call) => {
    const startedAt = clock.now();
    const etag = await take(call).catch((thrown: unknown) => {
      throw asServiceError(thrown);
    });
    const { answer, requestId, address, method, target } = call;
    answer.writeHead(200, ["ETag", `"${etag}"`, "Content-Length", "0", ...ownHeaderList]);
    answer.end();
    const path = target.split("?", 1)[0];
    log.info({ requestId, address, method, path, status: 200, durationMs: clock.now() - startedAt });
  };
}

function contentLength(headers: readonly string[]): number | undefined {
  const length = headerIn(headers, "content-length");
  return length === undefined ? undefined : Number(length);
}
