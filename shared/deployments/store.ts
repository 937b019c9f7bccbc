import { ConditionFailed, type Item, type Table } from "#shared/ports/table.ts";
import { DeploymentRecord } from "./record.ts";

const digits = (number: number) => String(number).padStart(16, "0");
const recordKey = (id: number) => ({ pk: "deployments", sk: digits(id) });

/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const deploymentPartitions = ["deployments"];

/** Parts of deployments on the Table port, in order of their numbers. */
export function deploymentStore(table: Table) {
  const next = async (counter: string) =>
    Number((await table.update({ pk: "counter", sk: counter }, { add: { last: 1 } })).fields.last);
  const find = async (id: number) => {
    const item = await table.get(recordKey(id));
    return item && { record: recordIn(item), version: item.version };
  };

  return {
    /** Numbers that none had before. */
    nextId: () => next("deployments"),
    nextBatchId: () => next("deployment-batches"),

    get: async (id: number): Promise<DeploymentRecord | undefined> => (await find(id))?.record,

    async create(record: DeploymentRecord): Promise<void> {
      await table.put({ ...recordKey(record.id), fields: record }, "absent");
    },

    /** Changes a record as `decide` says; asks again where another writer was faster. */
    async change(id: number, decide: (record: DeploymentRecord) => DeploymentRecord | undefined): Promise<void> {
      for (;;) {
        const stored = await find(id);
        const changed = stored && decide(stored.record);
        if (stored === undefined || changed === undefined) return;
        try {
          await table.put({ ...recordKey(id), fields: changed }, { version: stored.version });
          return;
        } catch (thrown) {
          if (!(thrown instanceof ConditionFailed)) throw thrown;
        }
      }
    },

    /** The newest, that first. */
    async newest(limit: number): Promise<readonly DeploymentRecord[]> {
      return (await table.query({ pk: "deployments", reverse: true, limit })).items.map(recordIn);
    },
  };
}

export type DeploymentStore = ReturnType<typeof deploymentStore>;

function recordIn({ fields }: Item): DeploymentRecord {
  return DeploymentRecord.parse(fields);
}
