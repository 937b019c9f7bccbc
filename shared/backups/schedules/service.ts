import type { AdministratorOf } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { ScheduleCommands } from "#shared/filemaker/commands/schedule-commands.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { isDrilling } from "../drills/rules.ts";
import type { StartDrill } from "../drills/start-drill.ts";
import { folderOf } from "../locations/rules.ts";
import type { LocationStore } from "../locations/store.ts";
import type { StartRun } from "../runs/start-run.ts";
import { retentionIn } from "../upkeep/rules.ts";
import type { offsiteSchedules } from "./contract.ts";
import type { OffsiteScheduleRecord } from "./record.ts";
import { containerIn, isSamePlace, refusedInBlocks, shownRun, shownSchedule } from "./rules.ts";
import type { OffsiteScheduleStore } from "./store.ts";

interface OffsiteScheduleDependencies {
  readonly store: OffsiteScheduleStore;
  readonly locations: Pick<LocationStore, "get">;
  readonly commands: Pick<ScheduleCommands, "list" | "createBackup">;
  readonly administrator: AdministratorOf;
  readonly start: StartRun;
  /** Creates a set with its keys. @throws ServiceError recovery_key_not_found */
  readonly newSet: () => Promise<string>;
  readonly drill: StartDrill;
  /** Returns true if the recovery key is confirmed. */
  readonly isKeyConfirmed: () => Promise<boolean>;
  readonly clock: Clock;
}

type OffsiteScheduleService = Omit<
  ServiceOf<typeof offsiteSchedules>,
  "readOffsiteNotifications" | "changeOffsiteNotifications" | "deleteOffsiteNotifications"
>;

const usualRuns = 100;

export function offsiteScheduleService(dependencies: OffsiteScheduleDependencies): OffsiteScheduleService {
  const { store, locations, commands, administrator, start, newSet, drill, isKeyConfirmed, clock } = dependencies;

  const named = async (name: string): Promise<OffsiteScheduleRecord> => {
    const found = (await store.all()).find((record) => record.name === name);
    if (found === undefined) throw new ServiceError("offsite_schedule_not_found");
    return found;
  };

  /** @throws ServiceError offsite_location_not_found, input_invalid */
  const checkPlaces = async (
    record: Pick<OffsiteScheduleRecord, "remote" | "containers" | "layout" | "isZipped">,
  ): Promise<void> => {
    const { remote, containers } = record;
    const refused = refusedInBlocks(record);
    if (refused !== undefined) throw new ServiceError("input_invalid", { text: refused });
    const others = containers.flatMap((container, index) => {
      if (!container.isIncluded || container.differs !== true) return [];
      if (container.remote !== null && container.bucket !== null) return [container.remote];
      const fields = `container_data_${index + 1}_remote, container_data_${index + 1}_bucket`;
      throw new ServiceError("input_invalid", { text: `\`${fields}\`: required for another location` });
    });
    for (const name of new Set([remote, ...others]))
      if ((await locations.get(name)) === undefined)
        throw new ServiceError("offsite_location_not_found", { text: name.slice(0, 60) });
  };

  return {
    async listOffsiteSchedules() {
      const now = clock.now();
      const records = await store.all();
      const isConfirmed = records.some(({ layout }) => layout === "blocks") && (await isKeyConfirmed());
      return { schedules: records.map((record) => shownSchedule(record, now, isConfirmed)) };
    },

    async createOffsiteSchedule(input, call) {
      const { name, useExistingSchedule: exists } = input;
      const place = {
        ...{ remote: input.remote_name, bucket: input.bucket_name, path: folderOf(input.remote_path) },
        containers: [containerIn(input, 1), containerIn(input, 2)] as OffsiteScheduleRecord["containers"],
        ...{ isZipped: input.zip_files ?? false, layout: input.layout },
      };
      await checkPlaces(place);
      const credential = await administrator(call);
      const found = async () => (await commands.list(credential)).find((row) => row.name === name);
      const before = await found();
      if (exists && before?.kind !== "backup") throw new ServiceError("offsite_server_schedule_not_found");
      // A schedule that an interrupted call of ours created there is reused. Any other belongs to someone else.
      if (!exists && before !== undefined && !(await store.isBegun(name)))
        throw new ServiceError("offsite_server_schedule_exists");
      const set = input.layout === "blocks" ? await newSet() : null;
      if (before === undefined) {
        await store.begin(name, clock.now());
        await commands.createBackup(credential, { name, startAt: firstRun(clock.now()) });
      }
      const id = (before ?? (await found()))?.id;
      if (id === undefined) throw new ServiceError("offsite_server_schedule_not_found");
      const now = clock.now();
      const isCreated = await store.create({
        ...{ schema: 1, id, name },
        ...place,
        ...{ retention: retentionIn(input.retention), lastUpkeep: null, verified: null, damage: null },
        ...{ set, newestSnapshot: null, isEnabled: true, createdAt: now, updatedAt: now },
        ...{ seen: null, dueAt: null, newestFolder: null, lastRun: null, lastSuccess: null },
        ...{ isDrilled: true, lastDrill: null },
      });
      if (!isCreated) throw new ServiceError("offsite_schedule_exists");
      return { ok: true };
    },

    async updateOffsiteSchedule({ name, ...input }) {
      const { id } = await named(name);
      const changed = (found: OffsiteScheduleRecord): OffsiteScheduleRecord => {
        const isEnabled = input.is_enabled ?? found.isEnabled;
        return {
          ...found,
          remote: input.remote_name ?? found.remote,
          bucket: input.bucket_name ?? found.bucket,
          path: input.remote_path === undefined ? found.path : folderOf(input.remote_path),
          containers: [containerIn(input, 1, found.containers[0]), containerIn(input, 2, found.containers[1])],
          isZipped: input.zip_files === undefined ? found.isZipped : input.zip_files === true,
          layout: input.layout ?? found.layout,
          retention: input.retention === undefined ? found.retention : retentionIn(input.retention),
          isEnabled,
          isDrilled: input.is_drilled ?? found.isDrilled,
          // Backups that were made while the schedule was disabled aren't sent, except for the newest.
          ...(isEnabled && !found.isEnabled && { newestFolder: null, dueAt: null }),
          updatedAt: clock.now(),
        };
      };
      const before = await named(name);
      const after = changed(before);
      await checkPlaces(after);
      const isOtherSet = after.layout === "blocks" && (before.set === null || !isSamePlace(before, after));
      const set = isOtherSet ? await newSet() : undefined;
      const isChanged = await store.change(id, (found) => ({
        ...changed(found),
        ...(set !== undefined && { set, newestSnapshot: null, lastUpkeep: null, verified: null, damage: null }),
      }));
      if (isChanged === undefined) throw new ServiceError("offsite_schedule_not_found");
      return { ok: true };
    },

    async deleteOffsiteSchedule({ name }) {
      await store.remove((await named(name)).id);
      return { ok: true };
    },

    async runOffsiteSchedule({ name }, call) {
      const schedule = await named(name);
      if (schedule.lastRun !== null && schedule.lastRun.endedAt === null)
        throw new ServiceError("offsite_schedule_running", { response: { processId: schedule.lastRun.processId } });
      if (schedule.seen?.state === "missing") throw new ServiceError("offsite_server_schedule_not_found");
      const credential = await administrator(call);
      const processId = await start(schedule, { folder: null, credential, startedBy: callerName(call.caller) });
      return { processId };
    },

    async drillOffsiteSchedule({ name }, call) {
      const schedule = await named(name);
      if (schedule.lastSuccess === null) throw new ServiceError("offsite_drill_nothing");
      if (isDrilling(schedule))
        throw new ServiceError("offsite_schedule_running", { response: { processId: schedule.lastDrill?.processId } });
      const credential = await administrator(call);
      return { processId: await drill(schedule, { credential, startedBy: callerName(call.caller) }) };
    },

    async listOffsiteRuns({ name, cursor, limit = usualRuns }) {
      const { id } = await named(name);
      const page = await store.runs(id, { cursor, limit });
      return { runs: page.runs.map(shownRun), cursor: page.cursor ?? null };
    },
  };
}

/** Returns today at 23:00 in the format of FileMaker Server, in its local time. */
function firstRun(now: number): string {
  return `${timestamp(now).slice(0, 10)}T23:00:00`;
}
