import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import type { TransferPart } from "#shared/transfer/part.ts";
import { AlertRule } from "./rule/contract.ts";
import type { AlertRecord, AlertStore } from "./store.ts";

interface TransferredAlertsDependencies {
  readonly store: Pick<AlertStore, "all" | "get" | "nextId" | "create" | "replace">;
  readonly clock: Clock;
}

/** Alert rules, as they go to another installation. How they are stays here. */
export function transferredAlerts({
  store,
  clock,
}: TransferredAlertsDependencies): TransferPart<AlertRule, AlertRecord> {
  return {
    entry: AlertRule,
    all: () => store.all(),
    entryOf: async ({ schema: _, id: __, createdAt: ___, updatedAt: ____, ...rule }) => rule,
    identityOf: ({ name, metric }) => JSON.stringify([name, metric]),
    identityOfStored: ({ name, metric }) => JSON.stringify([name, metric]),
    titleOf: ({ name }) => name,
    async create(rule) {
      const now = clock.now();
      await store.create({ ...rule, schema: 1, id: await store.nextId(), createdAt: now, updatedAt: now });
    },
    async replace(rule, { id, updatedAt }) {
      const found = await store.get(id);
      if (found?.record.updatedAt !== updatedAt) throw new ConditionFailed();
      await store.replace({ ...found.record, ...rule, updatedAt: Math.max(clock.now(), updatedAt + 1) }, found.version);
    },
  };
}
