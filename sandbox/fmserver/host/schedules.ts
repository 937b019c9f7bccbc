import { FmError } from "../fm-error.ts";
import type { Host } from "../host.ts";
import { kindOf, type LiveSchedule, liveSchedule } from "../world/live/live-schedule.ts";
import { Schedule, type ScheduleKind, ScheduleKinds, ScheduleTimings } from "../world/schema/schedule-schema.ts";
import { badValue, wrongState } from "./refusals.ts";
import { runSchedule } from "./run-schedule.ts";
import { armSchedule, endSchedule } from "./schedule-times.ts";

type Fields = Readonly<Record<string, unknown>>;

/** @throws FmError 10600 */
export function scheduleNumbered(host: Host, id: string): LiveSchedule {
  const found = host.world.server.schedules.get(id);
  if (found === undefined) throw new FmError("10600", { status: 404 });
  return found;
}

/** Creates a schedule of this kind. @throws FmError 1708 */
export function createSchedule(host: Host, kind: ScheduleKind, fields: Fields): LiveSchedule {
  return add(host, parsed({ ...fields, [kind]: fields[kind] ?? {} }, kind));
}

/** Creates a disabled copy with a different name. */
export function duplicateSchedule(host: Host, source: LiveSchedule): LiveSchedule {
  const names = new Set([...host.world.server.schedules.values()].map(({ definition }) => definition.name));
  let name = `${source.definition.name} Copy`;
  for (let at = 2; names.has(name); at += 1) name = `${source.definition.name} Copy ${at}`;
  return add(host, parsed({ ...source.definition, name, enabled: false }, kindOf(source.definition)));
}

/** Changes the given fields of a schedule; its kind doesn't change, and a timing replaces the previous one. @throws FmError 1708 */
export function updateSchedule(host: Host, schedule: LiveSchedule, fields: Fields): void {
  const kind = kindOf(schedule.definition);
  const before: Fields = schedule.definition;
  const merged: Record<string, unknown> = { ...before, ...fields };
  if (fields[kind] !== undefined) merged[kind] = { ...asObject(before[kind]), ...asObject(fields[kind]) };
  const timing = Object.keys(ScheduleTimings).find((name) => fields[name] !== undefined);
  if (timing !== undefined) {
    for (const name of Object.keys(ScheduleTimings)) if (name !== timing) delete merged[name];
  }
  schedule.definition = parsed(merged, kind);
  armSchedule(host, schedule);
}

/** Runs a schedule immediately, enabled or not. @throws FmError 1709 while it is running */
export function runScheduleNow(host: Host, schedule: LiveSchedule): void {
  if (schedule.running !== undefined) throw wrongState();
  runSchedule(host, schedule);
}

/** Deletes a schedule and ends its running run. */
export function deleteSchedule(host: Host, schedule: LiveSchedule): void {
  endSchedule(schedule);
  host.world.server.schedules.delete(schedule.id);
}

/** Ends all running backups. @throws FmError 1709 if there are none */
export function cancelBackups(host: Host): void {
  const running = [...host.world.server.schedules.values()].filter(
    ({ definition, running: run }) => run !== undefined && kindOf(definition) === "backupType",
  );
  if (running.length === 0) throw wrongState();
  for (const schedule of running) schedule.running?.abort.abort("cancelled");
}

function add(host: Host, definition: Schedule): LiveSchedule {
  const schedule = liveSchedule(definition, host.world.server.nextId("schedule"));
  host.world.server.schedules.set(schedule.id, schedule);
  armSchedule(host, schedule);
  return schedule;
}

function parsed(fields: Fields, kind: ScheduleKind): Schedule {
  const others = Object.keys(ScheduleKinds).filter((name) => name !== kind && fields[name] !== undefined);
  if (others.length > 0) throw badValue();
  const result = Schedule.safeParse(fields);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw badValue(`Parameter value is invalid: ${[...(issue?.path ?? []), issue?.message].join(": ")}`);
}

function asObject(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
