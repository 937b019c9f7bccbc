import type { AdminCredential, AdministratorOf } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { withoutSecrets } from "#shared/contract/values/release-shapes.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { ProcessStore } from "#shared/processes/api.ts";
import type { ActionHandlers } from "./action.ts";
import type { Schedule, ScheduledAction, ScheduleRun, schedules, Timing } from "./contract.ts";
import type { RunMessages } from "./messages.ts";
import type { RunRecord, ScheduleRecord } from "./record.ts";
import { shownRun, shownSchedule } from "./rules.ts";
import type { serverSchedules } from "./server-schedules.ts";
import { handlerOf, type RunStarter } from "./starter.ts";
import { accountContext, inputContext, type ScheduleStore } from "./store.ts";
import { firstRun, nextRuns } from "./timing.ts";

interface ScheduleServiceDependencies {
  readonly store: ScheduleStore;
  readonly messages: RunMessages;
  readonly actions: ActionHandlers;
  readonly starter: Pick<RunStarter, "start">;
  readonly administrator: AdministratorOf;
  readonly processes: Pick<ProcessStore, "get">;
  readonly vault: Pick<Vault, "seal">;
  readonly clock: Clock;
  readonly announce: (id: number) => Promise<void>;
}

const maxSchedules = 200;
/** Maximum size of the input in bytes. One item of the store must fit it twice: masked, and sealed. */
const maxBytes = 120_000;
const shownRuns = 5;
const runsPerPage = 50;

export function scheduleService(
  dependencies: ScheduleServiceDependencies,
): Omit<ServiceOf<typeof schedules>, keyof ReturnType<typeof serverSchedules>> {
  const { store, messages, actions, starter, administrator, processes, vault, clock, announce } = dependencies;

  const withProcess = async (run: RunRecord): Promise<ScheduleRun> => {
    const process = run.processId === null ? undefined : await processes.get(run.processId);
    return shownRun(run, process?.state ?? null);
  };

  const shown = async (record: ScheduleRecord): Promise<Schedule> => {
    const last = record.lastRunAt === null ? undefined : await store.run(record.id, record.lastRunAt);
    return shownSchedule(record, {
      nextRuns: record.nextAt === null ? [] : nextRuns(record.timing, record.nextAt - 1, shownRuns),
      lastRun: last === undefined ? null : await withProcess(last),
    });
  };

  const found = async (id: number): Promise<ScheduleRecord> => {
    const record = await store.get(id);
    if (record === undefined) throw new ServiceError("schedule_not_found");
    return record;
  };

  const sealed = async (id: number, action: ScheduledAction, credential: AdminCredential) => {
    const { kind, input } = action;
    if (Buffer.byteLength(JSON.stringify(input)) > maxBytes) throw new ServiceError("schedule_too_long");
    await handlerOf(actions, kind).check(input, credential);
    return {
      actionKind: kind,
      recipeId: action.kind === "recipe" ? action.input.recipeId : null,
      shownInput: withoutSecrets(input) as ScheduleRecord["shownInput"],
      sealedInput: await vault.seal(JSON.stringify(input), inputContext(id)),
    };
  };

  /** Returns the account of the caller, sealed to a schedule. Undefined for a token, which would expire before the runs. */
  const sealedAccount = async (id: number, credential: AdminCredential): Promise<string | undefined> =>
    "token" in credential ? undefined : vault.seal(JSON.stringify(credential), accountContext(id));

  /** Replaces the message of the next run, and announces the change. */
  const send = async (record: ScheduleRecord): Promise<void> => {
    await messages.cancel(record.id);
    await messages.send(record);
    await announce(record.id);
  };

  return {
    async listSchedules() {
      return { schedules: await Promise.all((await store.all()).map(shown)) };
    },

    async createSchedule({ name, timing, action, missed, isEnabled }, call) {
      const now = clock.now();
      const nextAt = firstRun(timing, now);
      if ((await store.all()).length >= maxSchedules) throw new ServiceError("schedule_limit");
      const id = await store.nextId();
      const credential = await administrator(call);
      const account = await sealedAccount(id, credential);
      if (account === undefined) throw new ServiceError("account_needed");
      const record: ScheduleRecord = {
        ...{
          schema: 1,
          id,
          name,
          isEnabled,
          timing,
          missed,
          ...(await sealed(id, action, credential)),
          sealedAccount: account,
        },
        ...{ savedBy: callerName(call.caller), createdAt: now, updatedAt: now },
        ...{ nextAt: isEnabled ? nextAt : null, sentAgainAt: null, lastRunAt: null },
      };
      await store.create(record);
      await send(record);
      return { schedule: await shown(record) };
    },

    async previewTiming({ timing }) {
      const first = firstRun(timing, clock.now());
      return { nextRuns: nextRuns(timing, first - 1, shownRuns).map(timestamp) };
    },

    async readSchedule({ id }) {
      return { schedule: await shown(await found(id)) };
    },

    async updateSchedule({ id, action, ...given }, call) {
      await found(id);
      const credential = await administrator(call);
      const account = await sealedAccount(id, credential);
      const secrets = {
        ...(action !== undefined && (await sealed(id, action, credential))),
        ...(account !== undefined && { sealedAccount: account, savedBy: callerName(call.caller) }),
      };
      const changed = await store.change(id, (record) => {
        const { name = record.name, timing = record.timing } = given;
        const { missed = record.missed, isEnabled = record.isEnabled } = given;
        const now = clock.now();
        const next = { ...record, ...secrets, name, timing, missed, isEnabled, updatedAt: now, sentAgainAt: null };
        return { record: { ...next, nextAt: isEnabled ? nextAtOf(record, timing, now) : null } };
      });
      if (changed === undefined) throw new ServiceError("schedule_not_found");
      await send(changed);
      return { schedule: await shown(changed) };
    },

    async deleteSchedule({ id }) {
      await found(id);
      await store.remove(id);
      await messages.cancel(id);
      await announce(id);
      return { ok: true };
    },

    async runSchedule({ id }) {
      const record = await found(id);
      const now = clock.now();
      const processId = await starter.start(record, now);
      await store.change(id, (latest) => ({
        record: { ...latest, lastRunAt: now },
        run: {
          ...{ schema: 1, plannedAt: now, startedAt: now, missedRuns: 0, processId, reason: null, isTried: true },
          ...{ state: "started", isManual: true },
        },
      }));
      await announce(id);
      return { processId };
    },

    async listScheduleRuns({ id, cursor, limit = runsPerPage }) {
      await found(id);
      const page = await store.runs(id, { cursor, limit });
      return { runs: await Promise.all(page.runs.map(withProcess)), cursor: page.cursor ?? null };
    },
  };
}

/** Returns the next run of a changed schedule. If its timing is the same, a run that is due stays due. */
function nextAtOf(before: ScheduleRecord, timing: Timing, now: number): number | null {
  const isSame = before.isEnabled && JSON.stringify(before.timing) === JSON.stringify(timing);
  return isSame ? before.nextAt : firstRun(timing, now);
}
