import { taskInput } from "#shared/agent/tasks/task-job.ts";
import { serverVersion } from "#shared/filemaker/commands/server-version.ts";
import { hostPrecheck } from "#shared/files/operations/precheck.ts";
import { patchService } from "#shared/files/patch/service.ts";
import { fileService } from "#shared/files/service.ts";
import { noteStore } from "#shared/notes/store.ts";
import { keptUntilChanged } from "#shared/ports/tables/kept-until-changed.ts";
import { processEnd } from "#shared/processes/process-end.ts";
import { deletionService } from "#shared/trash/deletion-service.ts";
import { agentClient } from "../agent/wiring.ts";
import { eventFeed } from "../events/wiring.ts";
import { adminCalls, serverCommands } from "../filemaker/wiring.ts";
import { jobs, processRecords } from "../jobs/wiring.ts";
import { keysByFile } from "../keys/cache-wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { administratorOf } from "../sessions/wiring.ts";
import { type DownloadsPlatform, downloads } from "./download-wiring.ts";
import { uploadParts, uploadRecords } from "./upload-wiring.ts";

export type FilesPlatform = DownloadsPlatform &
  Pick<Platform, "blobs" | "uploadLimits" | "fileCommandMs" | "trashKeptMs">;

/** Operations on hosted files under the prefixes of the `files` function. */
export const files = memoized((platform: FilesPlatform) => ({
  ...hostedFiles(platform),
  ...patches(platform),
  ...downloads(platform),
  ...deletion(platform),
}));

function hostedFiles(platform: FilesPlatform) {
  const { table, vault, clock, ids, background, answerMs } = platform;
  const { uploadLimits: limits, fileCommandMs: waitMs, diskFloorBytes: floorBytes } = platform;
  const notes = noteStore(table);
  return fileService({
    jobs: () => jobs(platform),
    taskInput: (work, fields) => taskInput(vault, work, fields),
    precheck: hostPrecheck(() => agentClient(platform)),
    processEnd: processEnd({
      process: processRecords(platform).get,
      clock,
      answerMs,
      isStopping: () => eventFeed(platform).isClosed,
    }),
    floorBytes,
    waitMs,
    server: serverCommands(platform),
    administrator: administratorOf(platform),
    keysOfFiles: keysByFile(platform),
    notedFiles: keptUntilChanged({ changes: notes.changes, read: notes.noted }),
    store: uploadRecords(platform),
    parts: uploadParts(platform),
    limits,
    backgroundTasks: background,
    clock,
    ids,
  });
}

function patches(platform: FilesPlatform) {
  const { vault, diskFloorBytes: floorBytes } = platform;
  return patchService({
    server: serverCommands(platform),
    floorBytes,
    precheck: hostPrecheck(() => agentClient(platform)),
    version: serverVersion(adminCalls(platform)),
    administrator: administratorOf(platform),
    start: (plan, fields, startedBy) =>
      jobs(platform).accept({ plan, inputOf: taskInput(vault, "files.patch", fields), startedBy }),
  });
}

/** Deletes hosted files to the trash. */
function deletion(platform: FilesPlatform) {
  const { vault, clock, ids, trashKeptMs: keptMs } = platform;
  return deletionService({
    server: serverCommands(platform),
    administrator: administratorOf(platform),
    jobs: () => jobs(platform),
    vault,
    clock,
    ids,
    keptMs,
  });
}
