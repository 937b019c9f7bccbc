import * as z from "zod";
import { ConditionFailed, type Fields, type Item, type Table, type Write } from "#shared/ports/table.ts";
import type { SealedItems } from "#shared/rewrap/sealed-items.ts";
import { BatchRecord, DeploymentRecord } from "./record.ts";

const digits = (number: number) => String(number).padStart(16, "0");
const partKey = (id: number) => ({ pk: "deployments", sk: digits(id) });
const sealedKey = (id: number) => ({ pk: "deployments#sealed", sk: digits(id) });
const batchKey = (id: number) => ({ pk: "deployments#batches", sk: digits(id) });

/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const deploymentPartitions = ["deployments", "deployments#sealed", "deployments#batches"];

/** What roles call the requests of deployments, which hold accounts of files, keys of other servers, and who asks FileMaker Server. */
export const deploymentSecrets = "deployment";

/** What is kept sealed of a part: what was asked for with its secrets, and until its end who asks FileMaker Server and where the files are fetched. */
export interface SealedParts {
  readonly payload: string;
  readonly credential: string | null;
  readonly source: string | null;
}

/** What each of them is bound to. */
export const partContext = (id: number, field: keyof SealedParts) => ({
  kind: deploymentSecrets,
  item: `deployments|${id}`,
  field,
});

/** What is called once a whole has ended is bound to this. */
export const chainContext = (id: number) => ({
  kind: deploymentSecrets,
  item: `deployments#batches|${id}`,
  field: "sealedChain",
});

/** Sealed again when the master key changes. */
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

/** Deployments on the Table port: an item for each whole, one for each part in the order of their numbers, and one with its secrets. */
export function deploymentStore(table: Table) {
  const next = async (counter: string) =>
    Number((await table.update({ pk: "counter", sk: counter }, { add: { last: 1 } })).fields.last);
  const find = async (id: number) => {
    const item = await table.get(partKey(id));
    return item && { record: partIn(item), version: item.version };
  };

  /** The newest items of a partition, that first. */
  const newest = async (pk: string, count: number): Promise<readonly Item[]> => {
    const items: Item[] = [];
    for (let cursor: string | undefined; items.length < count; ) {
      const limit = Math.min(1000, count - items.length);
      const page = await table.query({ pk, reverse: true, limit, ...(cursor !== undefined && { cursor }) });
      items.push(...page.items);
      cursor = page.cursor;
      if (cursor === undefined) break;
    }
    return items;
  };

  const batch = async (id: number): Promise<BatchRecord | undefined> => {
    const item = await table.get(batchKey(id));
    return item && batchIn(item);
  };

  const get = async (id: number): Promise<DeploymentRecord | undefined> => (await find(id))?.record;

  const change = async (id: number, decide: PartChange, also: readonly Write[]): Promise<void> => {
    for (;;) {
      const stored = await find(id);
      const changed = stored && decide(stored.record);
      if (stored === undefined || changed === undefined) return;
      const put = { ...partKey(id), fields: changed };
      try {
        await table.transact([{ put, condition: { version: stored.version } }, ...also]);
        return;
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed)) throw thrown;
      }
    }
  };

  return {
    /** Numbers that none had before. */
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

    /** What is needed of it for its work alone. */
    async keepSealed(id: number, sealed: Partial<Omit<SealedParts, "payload">>): Promise<void> {
      await table.update(sealedKey(id), { set: sealed }, "present").catch((thrown: unknown) => {
        if (!(thrown instanceof ConditionFailed)) throw thrown; // It was deleted meanwhile.
      });
    },

    /** Changes a part as `decide` says; asks again where another writer was faster. */
    change: (id: number, decide: PartChange) => change(id, decide, []),

    /** The same at the end of its work, whose secrets are forgotten with it: a part that was resumed by then needs its own. */
    end: (id: number, decide: PartChange) =>
      change(id, decide, [{ update: sealedKey(id), change: { set: { credential: null, source: null } } }]),

    /** The same for a whole. */
    async changeBatch(id: number, decide: (batch: BatchRecord) => BatchRecord | undefined): Promise<void> {
      for (;;) {
        const item = await table.get(batchKey(id));
        const changed = item && decide(batchIn(item));
        if (item === undefined || changed === undefined) return;
        try {
          await table.put({ ...batchKey(id), fields: changed as Fields }, { version: item.version });
          return;
        } catch (thrown) {
          if (!(thrown instanceof ConditionFailed)) throw thrown;
        }
      }
    },

    async renameBatch(id: number, label: string): Promise<void> {
      await table.update(batchKey(id), { set: { label } }, "present");
    },

    /** Deletes a part, and the whole with its last part. */
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

    /** The newest, that first. */
    newest: async (count: number): Promise<readonly DeploymentRecord[]> =>
      (await newest("deployments", count)).map(partIn),
    newestBatches: async (count: number): Promise<readonly BatchRecord[]> =>
      (await newest("deployments#batches", count)).map(batchIn),

    /** The parts of a whole, in their order. */
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
