import { createHash } from "node:crypto";
import type { FieldsFor } from "#shared/agent/protocol/command.ts";
import { maxParts, maxWaitMs } from "#shared/agent/protocol/commands/part-commands.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { StoredTransfers, StoredUpload } from "#shared/ports/links/stored-transfers.ts";
import type { AgentClient } from "../agent-client.ts";
import type { TransferRecord, TransferStore } from "./store.ts";

/** Content on the host. */
export interface HostContent {
  /** Identifies the content. Calls for the same content continue one transfer. */
  readonly key: string;
  /** Version of the content, if it is known before the transfer. A complete transfer of another version isn't used. */
  readonly tag: () => Promise<string>;
  /** Prepares the host for a new transfer. */
  readonly prepare: () => Promise<PreparedContent>;
  /** Returns the source that the agent reads. */
  readonly source: (record: Pick<TransferRecord, "plan">) => FieldsFor<"parts.send">["source"];
}

interface PreparedContent {
  readonly sizeBytes: number;
  readonly tag: string;
  readonly plan: string | null;
}

/** Transfers content of the host to the store. */
export interface StoredBytes {
  /** True if a transfer of this content is complete. */
  isStored(content: HostContent): Promise<boolean>;
  /**
   * Returns an address for the content when it is complete.
   * @throws ServiceError download_not_ready if it isn't by `answerBy`; the transfer then continues with the next call
   */
  address(content: HostContent, fileName: string, answerBy: number): Promise<string>;
  /** Returns the content as a stream when it is complete. @throws ServiceError as `address` does */
  bytes(content: HostContent, answerBy: number): Promise<AsyncIterable<Uint8Array>>;
}

interface StoredBytesDependencies {
  readonly agentClient: () => Pick<AgentClient, "request">;
  readonly transfers: StoredTransfers;
  readonly store: TransferStore;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "uuid">;
}

/** Delay in seconds after which a caller should retry. The agent continues for longer without a caller. */
const retryAfterSeconds = 5;
/** Lifetime of an address that a caller is redirected to. Seconds. */
const addressSeconds = 15 * 60;
/** Lifetime of an address for one part. At 75 kbit/s, a part needs as long. Seconds. */
const partSeconds = 60 * 60;
/** Time in which a call that has completed an upload writes so. Milliseconds. */
const endedMs = 1_000;
/** Time beyond the wait for the agent's reply. Milliseconds. */
const replyMs = 8_000;
/** Lifetime of a transfer and its bytes. The bucket's rules delete them within another day. */
const lifeMs = 24 * 60 * 60_000;
/** Maximum number of transfers that one call starts, if the content changes while they start. */
const maxStarts = 3;

/** Errors of the host after which a transfer can't be continued. */
const finalErrors: ReadonlySet<string> = new Set(["host_file_changed", "host_file_not_found", "host_file_refused"]);

export function storedBytes({ agentClient, transfers, store, clock, ids }: StoredBytesDependencies): StoredBytes {
  /** Starts a transfer, unless another call has just started one. */
  const start = async (content: HostContent, key: string): Promise<void> => {
    const { sizeBytes, tag, plan } = await content.prepare();
    const id = ids.uuid();
    const expiresAt = clock.now() + lifeMs;
    const upload = await transfers.start(id, sizeBytes, expiresAt + addressSeconds * 1_000);
    const record = { schema: 1, id, ...upload, tag, plan, isComplete: false, expiresAt } as const;
    if (!(await store.create(key, record))) await transfers.abandon(upload);
  };

  /** Deletes a transfer that can't be continued. */
  const drop = async (key: string, upload: StoredUpload, version: number): Promise<void> => {
    if (await store.remove(key, version)) await transfers.abandon(upload);
  };

  /** Has the agent send missing parts, and returns when they have arrived or the time is over. */
  const send = async (
    content: HostContent,
    record: TransferRecord,
    missing: NonNullable<Awaited<ReturnType<StoredTransfers["missing"]>>>,
    waitMs: number,
  ): Promise<void> => {
    const parts = await Promise.all(
      missing.slice(0, maxParts).map(async (part) => ({
        ...part,
        address: await transfers.partAddress(record, part, partSeconds),
      })),
    );
    const fields = { transfer: record.id, source: content.source(record), parts, waitMs };
    await agentClient().request("parts.send", fields, { deadlineMs: waitMs + replyMs });
  };

  /** Returns the complete transfer of a content. @throws ServiceError download_not_ready */
  const completed = async (content: HostContent, answerBy: number): Promise<TransferRecord> => {
    const key = hashOf(content.key);
    let isAsked = false;
    let ended: string | undefined;
    for (let starts = 0; ; ) {
      const found = await store.get(key);
      if (found === undefined) {
        if (starts === maxStarts) throw new ServiceError("host_file_changed");
        starts += 1;
        await start(content, key);
        continue;
      }
      const { record, version } = found;
      if (record.isComplete) {
        if (record.tag === (await content.tag())) return record;
        await store.remove(key, version);
        continue;
      }
      const missing = await transfers.missing(record);
      if (missing === undefined) {
        // Another call that has just completed it is about to write that.
        if (ended === record.id) await store.remove(key, version);
        else await clock.sleep(endedMs);
        ended = record.id;
        continue;
      }
      if (missing.length === 0) {
        const complete = { ...record, isComplete: true };
        await store.change(key, complete, version);
        return complete;
      }
      const leftMs = answerBy - clock.now();
      if (isAsked && leftMs <= 0)
        throw new ServiceError("download_not_ready", { retryAfterSeconds, text: retryHint(retryAfterSeconds) });
      try {
        await send(content, record, missing, Math.max(0, Math.min(maxWaitMs, leftMs)));
        isAsked = true;
      } catch (thrown) {
        if (!(thrown instanceof ServiceError) || !finalErrors.has(thrown.error)) throw thrown;
        await drop(key, record, version);
        // A zip is planned again; a file that changed is another content.
        if (record.plan === null || starts === maxStarts) throw thrown;
      }
    }
  };

  return {
    async isStored(content) {
      const found = await store.get(hashOf(content.key));
      return found?.record.isComplete === true && found.record.tag === (await content.tag());
    },

    async address(content, fileName, answerBy) {
      const { name } = await completed(content, answerBy);
      return transfers.address(name, { expiresSeconds: addressSeconds, fileName });
    },

    async bytes(content, answerBy) {
      const { name } = await completed(content, answerBy);
      const bytes = await transfers.bytes(name);
      if (bytes === undefined) throw new Error("The bytes of a complete transfer were deleted");
      return bytes;
    },
  };
}

/** Tells a caller without a program that waits what to do. */
export function retryHint(seconds: number): string {
  return `try again in ${seconds} seconds, for example with \`curl -L --retry 1000\`; finished work isn't repeated`;
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
