import { retryHint } from "#shared/agent/api.ts";
import type { HostRoot } from "#shared/agent/protocol/host-path.ts";
import { downloadsFolder } from "#shared/agent/protocol/tasks/download-tasks.ts";
import type { Delivery, DeliveryCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { ProcessRecord } from "#shared/processes/api.ts";
import type { downloadLinks, downloads } from "./contract.ts";
import type { DownloadMaker } from "./download-maker.ts";
import type { DownloadRecord } from "./record.ts";
import type { DownloadStore } from "./store.ts";
import type { DownloadTokens } from "./token.ts";

interface DeliveryDependencies {
  readonly make: DownloadMaker;
  readonly store: DownloadStore;
  readonly tokens: DownloadTokens;
  /** Returns true if an Admin API key still exists. */
  readonly hasKey: (keyId: number) => Promise<boolean>;
  /** Waits for the end of a process, as long as a response can take. */
  readonly processEnd: (processId: number) => Promise<ProcessRecord | undefined>;
  /** Sends a file of the host. */
  readonly send: (
    location: { readonly root: HostRoot; readonly path: string },
    header: DeliveryCall["header"],
    isWanted: boolean,
    answerBy: number,
  ) => Promise<Delivery>;
  readonly clock: Clock;
  /** Maximum wait before a response, in milliseconds. */
  readonly answerMs: number;
}

/** Delay in seconds after which a caller should retry. */
const retryAfterSeconds = 5;
/** Lifetime in seconds of the internal link of a download that is sent immediately. */
const directSeconds = 600;

/** Operations of downloads that transfer bytes. */
export type DownloadDeliveries = Pick<
  ServiceOf<typeof downloads & typeof downloadLinks>,
  "downloadDatabase" | "downloadByToken" | "describeByToken" | "downloadByPath" | "describeByPath"
>;

/** Sends downloads that are ready. */
export function downloadDeliveries(dependencies: DeliveryDependencies): DownloadDeliveries {
  const { make, store, tokens, hasKey, processEnd, send, clock, answerMs } = dependencies;

  const deliver = async (
    record: DownloadRecord,
    header: DeliveryCall["header"],
    isWanted: boolean,
  ): Promise<Delivery> => {
    const answerBy = clock.now() + answerMs;
    const process = await processEnd(record.processId);
    if (process === undefined || process.endedAt === null)
      throw new ServiceError("download_not_ready", {
        retryAfterSeconds,
        text: retryHint(retryAfterSeconds),
        response: { processId: record.processId },
      });
    if (process.state !== "done")
      throw new ServiceError("download_failed", {
        text: process.reason ?? process.state,
        response: { processId: record.processId },
      });
    const location = { root: "backups", path: `${downloadsFolder}/${record.id}/${record.name}` } as const;
    return send(location, header, isWanted, answerBy).catch((thrown: unknown) => {
      // The file was deleted meanwhile, by the service or an administrator.
      if (thrown instanceof ServiceError && thrown.error === "host_file_not_found") throw refused(thrown);
      throw thrown;
    });
  };

  /** Returns the download of a token. Every invalid token gets the same answer. @throws ServiceError download_not_found */
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
