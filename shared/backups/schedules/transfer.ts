import type * as z from "zod";
import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import type { TransferPart } from "#shared/transfer/api.ts";
import { recoveryKeyIdentity, setIdentity } from "../recovery/transfer.ts";
import { OffsiteScheduleRecord } from "./record.ts";
import type { OffsiteScheduleStore } from "./store.ts";

const OffsiteScheduleEntry = OffsiteScheduleRecord.pick({
  ...{ id: true, name: true, remote: true, bucket: true, path: true, containers: true, isZipped: true },
  ...{ layout: true, set: true, newestSnapshot: true, retention: true, isDrilled: true },
} as const);
type OffsiteScheduleEntry = z.output<typeof OffsiteScheduleEntry>;

interface TransferredOffsiteSchedulesDependencies {
  readonly store: Pick<OffsiteScheduleStore, "all" | "create" | "change">;
  readonly clock: Clock;
}

/**
 * Transfers schedules of offsite backups to another installation, linked to the same schedule of FileMaker Server by id and name. They
 * arrive disabled, because two installations would send each backup twice and write to the same set in blocks.
 */
export function transferredOffsiteSchedules(
  dependencies: TransferredOffsiteSchedulesDependencies,
): TransferPart<OffsiteScheduleEntry, OffsiteScheduleRecord> {
  const { store, clock } = dependencies;

  return {
    entry: OffsiteScheduleEntry,
    all: () => store.all(),
    entryOf: async (record) => OffsiteScheduleEntry.parse(record),
    identityOf: ({ id }) => id,
    identityOfStored: ({ id }) => id,
    // The newest snapshot is a result, not a setting.
    comparedBy: ({ newestSnapshot: _, ...settings }) => settings,
    titleOf: ({ name }) => name,

    async refusalOf({ remote, containers, set }, { comesAlong, isThere }) {
      const others = containers.flatMap((one) =>
        one.isIncluded && one.differs === true && one.remote !== null ? [one.remote] : [],
      );
      for (const name of new Set([remote, ...others]))
        if (!comesAlong("locations", name) && !(await isThere("locations", name)))
          return `There is no offsite location "${name}" here.`;
      if (set === null || comesAlong("recoveryKey", recoveryKeyIdentity)) return undefined;
      const isOpen = await isThere("recoveryKey", setIdentity(set));
      return isOpen ? undefined : "The keys of its backups are missing here. Include the recovery key.";
    },

    async create(entry) {
      const now = clock.now();
      const isCreated = await store.create(
        OffsiteScheduleRecord.parse({
          ...{ ...entry, schema: 1, isEnabled: false, createdAt: now, updatedAt: now },
          ...{ seen: null, dueAt: null, newestFolder: null, lastRun: null, lastSuccess: null },
        }),
      );
      if (!isCreated) throw new ConditionFailed();
    },

    async replace({ newestSnapshot, ...settings }, { id, updatedAt }) {
      const changed = await store.change(id, (record) => {
        if (record.updatedAt !== updatedAt) return undefined;
        const next = { ...record, ...settings, updatedAt: clock.now() };
        if (record.set === settings.set) return next;
        // The state of one set doesn't apply to another set.
        return { ...next, newestSnapshot, lastUpkeep: null, verified: null, damage: null };
      });
      if (changed === undefined) throw new ConditionFailed();
    },
  };
}
