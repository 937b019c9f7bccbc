import * as z from "zod";
import { ConditionFailed, type Fields, type Item, type Table, type Write } from "#shared/ports/table.ts";
import { firstItems } from "#shared/ports/tables/first-items.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";
import { BatchRecord, DeploymentRecord } from "./record.ts";

const digits = (number: number) => String(number).padStart(16, "0");
const partKey = (id: number) => ({ pk: "deployments", sk: digits(id) });
const sealedKey = (id: number) => ({ pk: "deployments#sealed", sk: digits(id) });
const batchKey = (id: number) => ({ pk: "deployments#batches", sk: digits(id) });

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const deploymentPartitions = ["deployments", "deployments#sealed", "deployments#batches"];

/**
 * Name that roles use for the requests of deployments, which contain accounts of files and of FileMaker Server, and keys of other servers.
 */
export const deploymentSecrets = "deployment";

/**
 * Sealed fields of a part: the request with its secrets, and, until the part ends, the account for FileMaker Server and the source of the
 * files.
 */
export interface SealedParts {
  readonly payload: string;
  readonly credential: string | null;
  readonly source: string | null;
}

/** Returns the vault context of a sealed field. */
export const partContext = (id: number, field: keyof SealedParts) => ({
  kind: deploymentSecrets,
  item: `deployments|${id}`,
  field,
});

/** Returns the vault context of the chained actions. */
export const chainContext = (id: number) => ({
  kind: deploymentSecrets,
  item: `deployments#batches|${id}`,
  field: "sealedChain",
});

/** Fields to re-encrypt when the master key changes. */
export const sealedDeploymentItems: readonly SealedItems[] = [
  {
    partition: "deployments#sealed",
    contexts: ({ sk }) => ({
      payload: partContext(Number(sk), "payload"),
      credential: partContext(Number(sk), "credential"),
      source: partContext(Number(sk), "source"),
    }),
  },
  { partition: "deployments#batches", contexts: ({ sk }) => ({ sealedChain: chainContext(Number(sk)) }) },
];

type PartChange = (record: DeploymentRecord) => DeploymentRecord | undefined;

/**
 * Stores deployments on the Table port: an item per deployment, one per part in order of their numbers, and one with the part's secrets.
 */
export function deploymentStore(table: Table) {
  const next = async (counter: string) =>
    Number((await table.update({ pk: "counter", sk: counter }, { add: { last: 1 } })).fields.last);
  const find = async (id: number) => {
    const item = await table.get(partKey(id));
    return item && { record: partIn(item), version: item.version };
  };

  /** Returns the latest items of a partition, newest first. */
  const newest = (pk: string, count: number) => firstItems(table, { pk, reverse: true }, count);

  const batch = async (id: number): Promise<BatchRecord | undefined> => {
    const item = await table.get(batchKey(id));
    return item && batchIn(item);
  };

  const get = async (id: number): Promise<DeploymentRecord | undefined> => (await find(id))?.record;

  const change = async (id: number, decide: PartChange, also: readonly Write[]): Promise<void> => {
    return retryOnConflict(async () => {
      const stored = await find(id);
      const changed = stored && decide(stored.record);
      if (stored === undefined || changed === undefined) return;
      const put = { ...partKey(id), fields: changed };
      await table.transact([{ put, condition: { version: stored.version } }, ...also]);
      return;
    });
  };

  return {
    /** Returns a number that was never used. */
    nextId: () => next("deployments"),
    nextBatchId: () => next("deployments-batches"),

    get,
    batch,

    async createBatch(record: BatchRecord): Promise<void> {
      await table.put({ ...batchKey(record.id), fields: record as Fields }, "absent");
    },

    async create(record: DeploymentRecord, sealed: SealedParts): Promise<void> {
      await table.transact([
        { put: { ...partKey(record.id), fields: record }, condition: "absent" },
        { put: { ...sealedKey(record.id), fields: { schema: 1, ...sealed } } },
      ]);
    },

    async sealed(id: number): Promise<SealedParts | undefined> {
      const fields = (await table.get(sealedKey(id)))?.fields;
      return fields && SealedFields.parse(fields);
    },

    /** Stores fields that only the part's work needs. */
    async keepSealed(id: number, sealed: Partial<Omit<SealedParts, "payload">>): Promise<void> {
      await table.update(sealedKey(id), { set: sealed }, "present").catch((thrown: unknown) => {
        if (!(thrown instanceof ConditionFailed)) throw thrown; // The part was deleted meanwhile.
      });
    },

    /** Updates a part with the result of `decide`. Retries if another writer wrote first. */
    change: (id: number, decide: PartChange) => change(id, decide, []),

    /**
     * Updates a part at the end of its work, and deletes the secrets of the work. If `decide` returns undefined because the part was
     * resumed, the secrets stay.
     */
    end: (id: number, decide: PartChange) =>
      change(id, decide, [{ update: sealedKey(id), change: { set: { credential: null, source: null } } }]),

    /** Updates a deployment in the same way. */
    async changeBatch(id: number, decide: (batch: BatchRecord) => BatchRecord | undefined): Promise<void> {
      return retryOnConflict(async () => {
        const item = await table.get(batchKey(id));
        const changed = item && decide(batchIn(item));
        if (item === undefined || changed === undefined) return;
        await table.put({ ...batchKey(id), fields: changed as Fields }, { version: item.version });
        return;
      });
    },

    async renameBatch(id: number, label: string): Promise<void> {
      await table.update(batchKey(id), { set: { label } }, "present");
    },

    /** Deletes a part, and the deployment with its last part. */
    async remove({ id, batchId }: DeploymentRecord): Promise<void> {
      const item = await table.get(batchKey(batchId));
      const left = item && batchIn(item).partIds.filter((one) => one !== id);
      const condition = item && { version: item.version };
      await table.transact([
        { delete: partKey(id) },
        { delete: sealedKey(id) },
        ...(left === undefined || condition === undefined
          ? []
          : left.length === 0
            ? [{ delete: batchKey(batchId), condition }]
            : [{ update: batchKey(batchId), change: { set: { partIds: left } }, condition }]),
      ]);
    },

    /** Returns the latest parts, newest first. */
    newest: async (count: number): Promise<readonly DeploymentRecord[]> =>
      (await newest("deployments", count)).map(partIn),
    newestBatches: async (count: number): Promise<readonly BatchRecord[]> =>
      (await newest("deployments#batches", count)).map(batchIn),

    /** Returns the parts of a deployment, in order. */
    async partsOf({ partIds }: BatchRecord): Promise<readonly DeploymentRecord[]> {
      const parts = await Promise.all(partIds.map(get));
      return parts.filter((part) => part !== undefined);
    },
  };
}

export type DeploymentStore = ReturnType<typeof deploymentStore>;

const SealedFields = z.object({
  payload: z.string(),
  credential: z.string().nullable(),
  source: z.string().nullable(),
});

function partIn({ fields }: Item): DeploymentRecord {
  return DeploymentRecord.parse(fields);
}

function batchIn({ fields }: Item): BatchRecord {
  return BatchRecord.parse(fields);
}
