import { taskInput, taskSecrets } from "#shared/agent/tasks/task-job.ts";
import { downloads as downloadContract } from "#shared/downloads/contract.ts";
import { serverVersion } from "#shared/filemaker/commands/server-version.ts";
import { files } from "#shared/files/contract.ts";
import { hostPrecheck } from "#shared/files/operations/precheck.ts";
import { patches as patchContract } from "#shared/files/patch/contract.ts";
import { patchService } from "#shared/files/patch/service.ts";
import { fileService } from "#shared/files/service.ts";
import { uploadsPrefix } from "#shared/files/uploads/part-names.ts";
import { uploadPartitions, uploadStore } from "#shared/files/uploads/store.ts";
import { allowancePartitions } from "#shared/keys/limits/allowance-store.ts";
import { keyChangePartitions, keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { keptUntilChanged } from "#shared/ports/tables/kept-until-changed.ts";
import { processEnd } from "#shared/processes/process-end.ts";
import { deletion as deletionContract } from "#shared/trash/contract.ts";
import { deletionSecrets } from "#shared/trash/delete-job.ts";
import { deletionService } from "#shared/trash/deletion-service.ts";
import { added } from "../additions/additions.ts";
import { defineResource } from "../edge/resource.ts";
import { callsFileMaker, makesDownloads, needs, servesAdmins, startsProcesses, usesAgent } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { eventFeed, keyForFile, keysByFile } from "../wiring/calls.ts";
import { type DownloadsPlatform, downloads } from "../wiring/downloads.ts";
import { adminCalls, administratorOf, serverCommands } from "../wiring/filemaker.ts";
import { uploadParts } from "../wiring/uploads.ts";
import { agentClient, jobs, processRecords } from "../wiring/work.ts";

const addedNotes = await added("notesOfFiles");

export const resource = defineResource({
  contract: { ...files, ...patchContract, ...downloadContract, ...deletionContract },
  wiring: service,
  needs: needs(servesAdmins, usesAgent, callsFileMaker, startsProcesses, makesDownloads, {
    seals: [taskSecrets, deletionSecrets],
    opens: [keySecrets.admin, keySecrets.data],
    reads: [
      uploadPartitions,
      keyLookupPartitions.data,
      keyChangePartitions,
      ...addedNotes.map(({ partitions }) => partitions),
    ],
    writes: [allowancePartitions, uploadPartitions],
    // A presigned URL has its signer's permissions, so the role needs to put parts. Parts are counted, measured and deleted.
    parts: { blobs: { [uploadsPrefix]: ["put", "get", "delete", "list"] } },
  }),
});

type FilesPlatform = DownloadsPlatform & Pick<Platform, "blobs" | "uploadLimits" | "fileCommandMs" | "trashKeptMs">;

/** Operations on hosted files under the prefixes of the `files` function. */
function service(platform: FilesPlatform) {
  return {
    ...hostedFiles(platform),
    ...patches(platform),
    ...downloads(platform),
    ...deletion(platform),
  };
}

function hostedFiles(platform: FilesPlatform) {
  const { table, vault, clock, ids, background, answerMs } = platform;
  const { uploadLimits: limits, fileCommandMs: waitMs, diskFloorBytes: floorBytes } = platform;
  const notes = addedNotes[0]?.part({ table, clock });
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
    accountOfKey: async (named) => (await keyForFile(platform, named)).handle.account(),
    floorBytes,
    waitMs,
    server: serverCommands(platform),
    administrator: administratorOf(platform),
    keysOfFiles: keysByFile(platform),
    notedFiles: notes ? keptUntilChanged({ changes: notes.changes, read: notes.noted }) : async () => new Set(),
    store: uploadStore(platform.table),
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
