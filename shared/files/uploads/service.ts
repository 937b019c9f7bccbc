import type { Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import type { files } from "../contract.ts";
import type { UploadRecord } from "./record.ts";
import { partBytesFor, partsOf, refusalOf, type UploadLimits, uploadLifeMs } from "./rules.ts";
import type { StoredUpload, UploadStore } from "./store.ts";
import type { UploadParts } from "./upload-parts.ts";

interface UploadServiceDependencies {
  readonly store: UploadStore;
  readonly parts: UploadParts;
  readonly limits: UploadLimits;
  readonly backgroundTasks: BackgroundTasks;
  readonly clock: Clock;
  readonly ids: Ids;
}

type Operations = "createUpload" | "listUploads" | "getUpload" | "completeUpload" | "deleteUpload";

/** Handles uploads for containers. */
export function uploadService(dependencies: UploadServiceDependencies): Pick<ServiceOf<typeof files>, Operations> {
  const { store, parts, limits, backgroundTasks, clock, ids } = dependencies;

  const find = async (id: string, call: Call): Promise<StoredUpload> => {
    const stored = await store.get({ keyId: keyOf(call), id });
    // Another key's upload gets the same answer as a missing one.
    if (stored === undefined) throw new ServiceError("upload_not_found");
    return stored;
  };

  const state = async (record: UploadRecord, received: ReadonlySet<number>) => ({
    upload: shown(record),
    parts: await Promise.all(
      partsOf(record).map(async (part) => {
        const isReceived = record.etags !== null || received.has(part.number);
        return { ...part, received: isReceived, address: isReceived ? null : await parts.address(record, part) };
      }),
    ),
  });

  const admit = (sizeBytes: number) => (living: readonly UploadRecord[]) => {
    const refusal = refusalOf(sizeBytes, living, limits);
    if (refusal === undefined) return;
    const { largestBytes, keyBytes } = limits;
    const heldBytes = living.reduce((sum, upload) => sum + upload.sizeBytes, 0);
    const [oldest] = living;
    throw new ServiceError(refusal, {
      response: { largestBytes: Math.min(largestBytes, keyBytes), keyBytes, heldBytes, uploads: living.length },
      // One of them will have expired by then.
      ...(refusal === "uploads_exhausted" &&
        oldest !== undefined && { retryAfterSeconds: Math.ceil((oldest.expiresAt - clock.now()) / 1000) }),
    });
  };

  return {
    async createUpload({ fileName, contentType, sizeBytes, partBytes = partBytesFor(sizeBytes) }, call) {
      const createdAt = clock.now();
      const record: UploadRecord = {
        schema: 1,
        id: ids.uuid(),
        keyId: keyOf(call),
        fileName,
        contentType,
        sizeBytes,
        partBytes,
        createdAt,
        expiresAt: createdAt + uploadLifeMs,
        etags: null,
        takenUntil: null,
      };
      await store.create(record, admit(sizeBytes));
      return state(record, new Set());
    },

    async listUploads({ cursor, limit = 100 }, call) {
      const page = await store.list(keyOf(call), { cursor, limit });
      return { uploads: page.records.map(shown), cursor: page.cursor };
    },

    async getUpload({ id }, call) {
      const { record } = await find(id, call);
      return state(record, record.etags === null ? await parts.received(record) : new Set());
    },

    async completeUpload({ id }, call) {
      return retryOnConflict(async () => {
        const { record, version } = await find(id, call);
        if (record.etags !== null) return { upload: shown(record) };
        const heads = await parts.heads(record);
        const missing = heads.flatMap((head, index) => (head === undefined ? [index + 1] : []));
        if (missing.length > 0)
          throw new ServiceError("upload_incomplete", {
            text: `${missing.length} of ${heads.length} parts are missing`,
            response: { missing },
          });
        const complete = { ...record, etags: heads.map((head) => head?.etag ?? "") };
        return { upload: shown((await store.replace(complete, version)).record) };
      });
    },

    async deleteUpload({ id }, call) {
      return retryOnConflict(async () => {
        const { record, version } = await find(id, call);
        if ((record.takenUntil ?? 0) > clock.now()) throw new ServiceError("upload_in_use");
        await store.delete(record, version);
        backgroundTasks.waitUntil("deleting the parts of an upload", parts.delete(record));
        return { ok: true };
      });
    },
  };
}

function keyOf({ caller }: Call): number {
  if (caller.kind !== "data-key") throw new Error("An upload operation was called without a Data API key");
  return caller.keyId;
}

function shown({ id, fileName, contentType, sizeBytes, partBytes, createdAt, expiresAt, etags }: UploadRecord) {
  const state = etags === null ? ("open" as const) : ("complete" as const);
  const times = { createdAt: timestamp(createdAt), expiresAt: timestamp(expiresAt) };
  return { id, fileName, contentType, sizeBytes, partBytes, state, ...times };
}
