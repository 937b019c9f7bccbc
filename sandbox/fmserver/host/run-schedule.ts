import { movedInto } from "../disk/server-folder.ts";
import type { Host } from "../host.ts";
import { kindOf, type LiveSchedule } from "../world/live/live-schedule.ts";
import type { Schedule } from "../world/schema/schedule-schema.ts";
import { fileOf, sameName } from "../world/values/same-name.ts";
import { backUp } from "./backup.ts";
import { messageClients } from "./clients.ts";
import { isOpen } from "./databases.ts";
import { runScheduledScript } from "./run-scheduled-script.ts";

/** Error of a run that a user canceled: "User canceled action". */
const CANCELLED = 1;
/** "Unable to open file". */
const NO_FILE = 802;

/** Starts a run. The schedule shows the result when it has ended. */
export function runSchedule(host: Host, schedule: LiveSchedule): void {
  const abort = new AbortController();
  const { definition } = schedule;
  const { world } = host;
  schedule.running = { abort };
  schedule.lastRunAt = host.clock.now();
  host.logs.event(148, `Schedule "${definition.name}" running.`);
  const finish = (error: number): void => {
    // The world may have been replaced in the meantime.
    if (host.world !== world) return;
    schedule.running = undefined;
    schedule.lastError = error;
    if (error === 0) host.logs.event(126, `Schedule "${definition.name}" completed.`);
    else host.logs.event(130, `Schedule "${definition.name}" ended with error ${error}.`, "Error");
  };
  const ended = (async () => {
    const fault = host.faults.use("schedule", { method: "RUN", path: `/schedules/${definition.name}` });
    await host.clock.wait(definition.runMilliseconds + (fault?.milliseconds ?? 0), abort.signal);
    if (fault?.error !== undefined) return fault.error;
    const error = await work(host, definition, abort.signal);
    return abort.signal.aborted ? CANCELLED : error;
  })();
  ended.then(finish, (mistake: unknown) => {
    // Bugs of the sandbox must be visible.
    process.stderr.write(`sandbox: ${mistake instanceof Error ? mistake.stack : String(mistake)}\n`);
    finish(-1);
  });
}

async function work(host: Host, schedule: Schedule, stop: AbortSignal): Promise<number> {
  if (stop.aborted) return CANCELLED;
  switch (kindOf(schedule)) {
    case "filemakerScriptType":
    case "scriptSequenceType":
      // Scripts of the operating system don't run in the sandbox.
      return runScheduledScript(host, schedule, stop);
    case "systemScriptType":
      return 0;
    case "messageType":
      message(host, schedule);
      return 0;
    case "backupType":
      return backup(host, schedule);
    case "verifyType":
      message(host, schedule);
      return filesOf(host, schedule.verifyType).length === 0 ? NO_FILE : 0;
  }
}

function backup(host: Host, { name, backupType }: Schedule): number {
  const files = filesOf(host, backupType);
  if (files.length === 0 || backupType === undefined) return NO_FILE;
  const { backupTarget, maxBackups, clone, cloneOnly } = backupType;
  return backUp(host, {
    databases: host.world.databases.filter((database) => files.includes(database.name)),
    target: movedInto(host.folder ?? "", backupTarget),
    // A name can contain characters that a folder's name can't.
    name: name.replace(/[/\\:]/g, "_"),
    keep: maxBackups,
    clone,
    cloneOnly,
  });
}

interface Resource {
  readonly resourceType: "ALL_DB" | "DB_IN_FOLDER" | "SINGLE_DB";
  readonly resource: string;
}

/** Returns the names of a schedule's open files. */
function filesOf(host: Host, resource: Resource | undefined): readonly string[] {
  const open = host.world.databases.filter(isOpen);
  if (resource === undefined || resource.resourceType === "ALL_DB") return open.map(({ name }) => name);
  if (resource.resourceType === "SINGLE_DB") {
    return open.filter(({ name }) => sameName(name, fileOf(resource.resource))).map(({ name }) => name);
  }
  const folderOf = (folder: string | undefined): string => folder ?? host.world.definition.server.databaseFolder;
  return open.filter(({ definition }) => folderOf(definition.folder) === resource.resource).map(({ name }) => name);
}

function message(host: Host, { messageType, verifyType }: Schedule): void {
  const notice = messageType ?? verifyType;
  if (notice === undefined) return;
  const files = filesOf(host, notice);
  const clients = [...host.world.server.clients.values()].filter((client) =>
    client.files.some(({ database }) => files.some((file) => sameName(file, database))),
  );
  messageClients(clients, notice.messageText);
}
