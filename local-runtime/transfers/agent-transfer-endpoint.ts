import { once } from "node:events";
import type { Readable } from "node:stream";
import type { Links } from "#shared/agent/link/links.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { ownHeaderList } from "#shared/http/own-headers.ts";
import { oldBuffersCollected } from "#shared/node/heap.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Handler } from "#shared/ports/http-call.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { StreamedTransfers } from "#shared/ports/links/inbound-transfers.ts";
import type { OutboundTransfers } from "#shared/ports/links/outbound-transfers.ts";
import type { Log } from "#shared/ports/log.ts";
import { asServiceError } from "../../functions/edge/answers/envelope.ts";
import { headerIn } from "../../functions/edge/headers.ts";
import type { RouteEntry } from "../http/route-table.ts";

const route = { function: "agent-bytes", module: "", template: "/agent/bytes/{id+}", streams: true } as const;

/** Routes at which the agent uploads and downloads bytes on one machine. Not in any contract: the agent gets their addresses. */
export const byteRoutes: readonly RouteEntry[] = [
  { ...route, method: "PUT" },
  { ...route, method: "GET" },
];

interface AgentTransferEndpointOptions {
  readonly links: () => Links;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

/** Streams bytes from the agent to the waiting call, and from the service to the agent. Stores nothing. */
export function agentTransferEndpoint({ links, ids, clock, log }: AgentTransferEndpointOptions) {
  const collectedAfter = oldBuffersCollected();
  const awaited = new Map<string, { readonly sizeBytes: number; readonly take: (body: Readable) => void }>();

  const inbound: StreamedTransfers = {
    areStored: false,
    async open(sizeBytes, expiresSeconds) {
      const id = Buffer.from(ids.bytes(32)).toString("base64url");
      const { promise: came, resolve: take } = Promise.withResolvers<Readable>();
      awaited.set(id, { sizeBytes, take });
      const late = new AbortController();
      const close = () => {
        awaited.delete(id);
        late.abort();
      };
      const timeout = async () => {
        await clock.sleep(expiresSeconds * 1000, late.signal);
        close();
      };
      void timeout().catch(() => undefined); // It was closed first.
      return {
        id,
        address: `agent/bytes/${id}`,
        async received(brought) {
          // Errors after the first byte appear in the stream, which breaks.
          const failed = brought.then(() => came);
          return { bytes: await Promise.race([came, failed]).finally(close) };
        },
        close,
      };
    },
  };

  const departing = new Map<string, Uint8Array>();
  const outbound: OutboundTransfers = {
    async open(bytes) {
      const id = Buffer.from(ids.bytes(32)).toString("base64url");
      departing.set(id, bytes);
      return { id, address: `agent/bytes/${id}`, close: () => void departing.delete(id) };
    },
  };

  const handOver: Handler = async ({ target, headers, body, answer, requestId, address, method }) => {
    const startedAt = clock.now();
    body.resume();
    const id = target.slice(target.lastIndexOf("/") + 1);
    const bytes = departing.get(id);
    try {
      await links().bytes(headerIn(headers, "authorization"), id);
      if (bytes === undefined) throw new ServiceError("agent_signature_refused", { detail: "the bytes don't exist" });
    } catch (thrown) {
      throw asServiceError(thrown);
    }
    departing.delete(id);
    answer.writeHead(200, ["Content-Length", String(bytes.length), ...ownHeaderList]);
    answer.end(bytes);
    log.info({ requestId, address, method, path: "/agent/bytes/…", status: 200, durationMs: clock.now() - startedAt });
  };

  const takeIn: Handler = async ({ target, headers, body, answer, requestId, address, method }) => {
    const startedAt = clock.now();
    const id = target.slice(target.lastIndexOf("/") + 1);
    const wanted = awaited.get(id);
    try {
      await links().bytes(headerIn(headers, "authorization"), id);
      if (wanted === undefined || Number(headerIn(headers, "content-length")) !== wanted.sizeBytes)
        throw new ServiceError("agent_signature_refused", { detail: "no caller is waiting for these bytes" });
    } catch (thrown) {
      throw asServiceError(thrown);
    }
    awaited.delete(id);
    wanted.take(body);
    await once(body, "close");
    collectedAfter(wanted.sizeBytes);
    const status = body.readableEnded ? 200 : 499;
    if (status === 200) {
      answer.writeHead(200, ["Content-Length", "0", ...ownHeaderList]);
      answer.end();
    } else answer.destroy();
    log.info({ requestId, address, method, path: "/agent/bytes/…", status, durationMs: clock.now() - startedAt });
  };

  const handler: Handler = (call) => (call.method === "PUT" ? takeIn(call) : handOver(call));

  return { inbound, outbound, handler };
}
