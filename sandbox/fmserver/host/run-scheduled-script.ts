import { performScript } from "../data-api/scripts.ts";
import { accountOf } from "../data-api/sessions/check-account.ts";
import type { Host } from "../host.ts";
import type { Schedule } from "../world/schema/schedule-schema.ts";
import { fileOf } from "../world/values/same-name.ts";

/** Runs a schedule's FileMaker script with its account. Returns FileMaker's error number, which is 1 at the time limit. */
export async function runScheduledScript(host: Host, schedule: Schedule, stop: AbortSignal): Promise<number> {
  const task = schedule.filemakerScriptType ?? schedule.scriptSequenceType;
  if (task === undefined) return 0;
  const database = host.world.database(fileOf(task.resource));
  if (database?.status !== "NORMAL") return 802;
  const account = accountOf(database, { name: task.fmScriptAccount, password: task.fmScriptPassword });
  if (account === undefined) return 212;
  const script = database.scripts.get(task.fmScriptName.toLowerCase());
  if (script === undefined) return 104;
  if (!account.privileges.scripts) return 9;

  const limit = new AbortController();
  const either = AbortSignal.any([stop, limit.signal]);
  const forget = atLimit(host, task.timeout, () => {
    host.logs.event(690, `Schedule "${schedule.name}" has exceeded its time limit.`, "Warning");
    if (task.autoAbort) limit.abort("time limit");
  });
  const runner = {
    host,
    database,
    session: { account, globals: new Map() },
    request: { method: "RUN", path: `/schedules/${schedule.name}`, gone: either },
    stop: either,
    schedule: schedule.name,
  };
  const { error } = await performScript(runner, script, task.fmScriptParam, undefined);
  forget();
  return limit.signal.aborted ? 1 : Number(error);
}

/** Calls `act` after a number of minutes; 0: no limit. */
function atLimit(host: Host, minutes: number, act: () => void): () => void {
  return minutes === 0 ? () => undefined : host.clock.at(host.clock.now() + minutes * 60_000, act);
}
