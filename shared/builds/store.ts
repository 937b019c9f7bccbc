import type { Fields, Item, Table } from "#shared/ports/table.ts";
import { firstItems } from "#shared/ports/tables/first-items.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";
import { comparisonPartitions } from "./compare/store.ts";
import { BuildRecord } from "./record.ts";

const digits = (number: number) => String(number).padStart(16, "0");
const counterKey = { pk: "counter", sk: "builds" };
const recordKey = (id: number) => ({ pk: "builds", sk: digits(id) });
const nameKey = (buildId: string) => ({ pk: "builds#names", sk: buildId });

/** Partitions that builds own, as roles name them. `*` matches any characters. */
export const buildPartitions = ["builds", "builds#names", ...comparisonPartitions];
/** Name that roles use for the requests of builds, which contain accounts of files. */
export const buildSecrets = "build";

/** Returns the vault context of a build's request. */
export function requestContext(id: number) {
  return { kind: buildSecrets, item: `builds|${id}`, field: "sealedRequest" };
}

/** Fields to re-encrypt when the master key changes. */
export const sealedBuilds: SealedItems = {
  partition: "builds",
  contexts: ({ sk }) => ({ sealedRequest: requestContext(Number(sk)) }),
};

/** Maximum number of builds that are searched for the one of a process. */
const maxScanned = 200;

/** Stores builds on the Table port: a record each in order of their numbers, and per id an entry for its newest build. */
export function buildStore(table: Table) {
  const find = async (id: number) => {
    const item = await table.get(recordKey(id));
    return item && { record: recordIn(item), version: item.version };
  };

  return {
    get: async (id: number): Promise<BuildRecord | undefined> => (await find(id))?.record,

    /** Returns a number that was never used. */
    async nextId(): Promise<number> {
      return Number((await table.update(counterKey, { add: { last: 1 } })).fields.last);
    },

    /** Returns the newest build of an id. */
    async named(buildId: string): Promise<BuildRecord | undefined> {
      const item = await table.get(nameKey(buildId));
      return item && (await find(Number(item.fields.id)))?.record;
    },

    /** Stores a build, and makes it the newest of its id. */
    async create(record: BuildRecord): Promise<void> {
      await table.transact([
        { put: { ...recordKey(record.id), fields: record as Fields }, condition: "absent" },
        { put: { ...nameKey(record.buildId), fields: { schema: 1, id: record.id } } },
      ]);
    },

    /** Updates a record with the result of `decide`. Retries if another writer wrote first. */
    async change(
      id: number,
      decide: (record: BuildRecord) => BuildRecord | undefined,
    ): Promise<BuildRecord | undefined> {
      return retryOnConflict(async () => {
        const stored = await find(id);
        const next = stored && decide(stored.record);
        if (stored === undefined || next === undefined) return stored?.record;
        await table.put({ ...recordKey(id), fields: next as Fields }, { version: stored.version });
        return next;
      });
    },

    async remove({ id, buildId }: BuildRecord): Promise<void> {
      const name = await table.get(nameKey(buildId));
      const isNewest = name !== undefined && Number(name.fields.id) === id;
      await table.transact([
        { delete: recordKey(id) },
        ...(isNewest ? [{ delete: nameKey(buildId), condition: { version: name.version } }] : []),
      ]);
    },

    /** Returns the build that a process makes, if it is among the newest. */
    async ofProcess(id: number): Promise<BuildRecord | undefined> {
      return (await this.newest(maxScanned)).find(({ processId }) => processId === id);
    },

    /** Returns the latest builds, newest first. */
    async newest(limit: number): Promise<readonly BuildRecord[]> {
      return (await firstItems(table, { pk: "builds", reverse: true }, limit)).map(recordIn);
    },
  };
}

export type BuildStore = ReturnType<typeof buildStore>;

function recordIn({ fields }: Item): BuildRecord {
  return BuildRecord.parse(fields);
}
