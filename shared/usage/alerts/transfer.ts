import * as z from "zod";
import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import type { TransferPart } from "#shared/transfer/api.ts";
import { AlertRule, maxRules } from "./contract.ts";
import type { AlertRecord, AlertStore } from "./store.ts";

/** Rule in a transfer file. Destinations have other numbers in other installations, so they are listed by their identity. */
const AlertEntry = AlertRule.extend({ destinations: z.array(z.string()).min(1).max(20).nullable() });
type AlertEntry = z.output<typeof AlertEntry>;

/** Notification destination, with an identity that is the same in every installation. */
interface KnownDestination {
  readonly id: number;
  readonly identity: string;
}

interface Stored extends AlertEntry {
  readonly id: number;
  readonly updatedAt: number;
}

interface TransferredAlertsDependencies {
  readonly store: Pick<AlertStore, "all" | "get" | "nextId" | "create" | "replace">;
  readonly destinations: () => Promise<readonly KnownDestination[]>;
  readonly clock: Pick<Clock, "now">;
}

/** Transfers alert rules to another installation. */
export function transferredAlerts(dependencies: TransferredAlertsDependencies): TransferPart<AlertEntry, Stored> {
  const { store, destinations, clock } = dependencies;

  const made = async ({ destinations: wanted, ...rule }: AlertEntry): Promise<AlertRule> => {
    const known = await destinations();
    const ids = wanted?.map((one) => {
      const found = known.find(({ identity }) => identity === one);
      // The destination was deleted after the rule was compared with the existing ones.
      if (found === undefined) throw new ConditionFailed();
      return found.id;
    });
    return { ...rule, destinations: ids ?? null };
  };

  return {
    entry: AlertEntry,
    async all() {
      const known = new Map((await destinations()).map(({ id, identity }) => [id, identity]));
      return (await store.all()).map((record) => {
        const left = record.destinations?.flatMap((id) => known.get(id) ?? []) ?? [];
        return { ...record, destinations: left.length === 0 ? null : left };
      });
    },
    entryOf: async (stored) => AlertEntry.parse(stored),
    // Several rules can have the same name; the watched metric distinguishes them.
    identityOf,
    identityOfStored: identityOf,
    titleOf: ({ name, metric }) => `${name} (${metric})`,

    async refusalOf(entry, { comesAlong, isThere, count }) {
      for (const one of entry.destinations ?? [])
        if (!comesAlong("notifications", one) && !(await isThere("notifications", one)))
          return "A notification destination of the rule doesn't exist here.";
      return (await count("alerts")) >= maxRules && !(await isThere("alerts", identityOf(entry)))
        ? `The limit of ${maxRules} alert rules is reached here.`
        : undefined;
    },

    async create(entry) {
      if ((await store.all()).length >= maxRules) throw new ConditionFailed();
      const now = clock.now();
      const record: AlertRecord = {
        ...(await made(entry)),
        schema: 1,
        id: await store.nextId(),
        createdAt: now,
        updatedAt: now,
      };
      await store.create(record);
    },

    async replace(entry, { id, updatedAt }) {
      const found = await store.get(id);
      if (found?.record.updatedAt !== updatedAt) throw new ConditionFailed();
      const next = { ...found.record, ...(await made(entry)), updatedAt: Math.max(clock.now(), updatedAt + 1) };
      await store.replace(next, found.version);
    },
  };
}

function identityOf({ name, metric, where }: Pick<AlertRule, "name" | "metric" | "where">): string {
  return JSON.stringify([name, metric, Object.entries(where).sort()]);
}
