import type { HostRoot } from "#shared/agent/protocol/host-path.ts";
import { downloadsFolder } from "#shared/agent/protocol/tasks/download-tasks.ts";
import type { Delivery, DeliveryCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { ProcessRecord } from "#shared/processes/record.ts";
import type { downloads } from "./contract.ts";
import type { DownloadMaker } from "./download-maker.ts";
import type { DownloadRecord } from "./record.ts";
import type { DownloadStore } from "./store.ts";
import type { DownloadTokens } from "./token.ts";

interface DeliveryDependencies {
  readonly make: DownloadMaker;
  readonly store: DownloadStore;
  readonly tokens: DownloadTokens;
  /** Whether an Admin API Key is still there. */
  readonly hasKey: (keyId: number) => Promise<boolean>;
  /** Waits for the end of a process, for as long as an answer may. */
  readonly processEnd: (processId: number) => Promise<ProcessRecord | undefined>;
  /** A file of the host, as a caller asks for it. */
  readonly send: (
    location: { readonly root: HostRoot; readonly path: string },
    header: DeliveryCall["header"],
    isWanted: boolean,
  ) => Promise<Delivery>;
  readonly clock: Clock;
}

/** How soon a caller does well to ask again. Seconds. */
const retryAfterSeconds = 5;
/** For how long the link behind a download would work that is sent at once. Seconds. */
const directSeconds = 600;

/** The operations of downloads that carry bytes. */
export type DownloadDeliveries = Pick<
  ServiceOf<typeof downloads>,
  "downloadDatabase" | "downloadByToken" | "describeByToken" | "downloadByPath" | "describeByPath"
>;

/** Downloads as they are sent, once they are made. */
export function downloadDeliveries(dependencies: DeliveryDependencies): DownloadDeliveries {
  const { make, store, tokens, hasKey, processEnd, send, clock } = dependencies;

  const deliver = async (
    record: DownloadRecord,
    header: DeliveryCall["header"],
    isWanted: boolean,
  ): Promise<Delivery> => {
    const process = await processEnd(record.processId);
    if (process === undefined || process.endedAt === null)
      throw new ServiceError("download_not_ready", {
        retryAfterSeconds: retryAfterSeconds,
        response: { processId: record.processId },
      });
    if (process.state !== "done")
      throw new ServiceError("download_failed", {
        text: process.reason ?? process.state,
        response: { processId: record.processId },
      });
    const location = { root: "backups", path: `${downloadsFolder}/${record.id}/${record.name}` } as const;
    return send(location, header, isWanted).catch((thrown: unknown) => {
      // It was swept away since, or somebody has tidied up.
      if (thrown instanceof ServiceError && thrown.error === "host_file_not_found") throw refused(thrown);
      throw thrown;
    });
  };

  /** The same answer for every token that is not good. @throws ServiceError download_not_found */
  const known = async (token: string): Promise<DownloadRecord> => {
    const id = tokens.idIn(token);
    const record = id === undefined ? undefined : await store.get(id);
    if (record === undefined || !(await tokens.isFor(token, record)) || record.expiresAt <= clock.now())
      throw refused();
    if (record.keyId !== null && !(await hasKey(record.keyId))) throw refused();
    return record;
  };

  return {
    async downloadDatabase({ filename, clone }, call) {
      const kind = clone === "1" ? "clone" : "copy";
      const request = { kind, files: [{ file: filename }], isZipped: false, seconds: directSeconds } as const;
      return deliver(await make(request, call), call.header, true);
    },
    downloadByToken: async ({ token }, { header }) => deliver(await known(token), header, true),
    describeByToken: async ({ token }, { header }) => deliver(await known(token), header, false),
    downloadByPath: async ({ token }, { header }) => deliver(await known(token), header, true),
    describeByPath: async ({ token }, { header }) => deliver(await known(token), header, false),
  };
}

function refused(cause?: unknown): ServiceError {
  return new ServiceError("download_not_found", { cause });
}
