import { workInput, workJob } from "../../shared/agent/work-job.ts";
import type { ServiceOf } from "../../shared/contract/operation.ts";
import { serverVersion } from "../../shared/filemaker/server-version.ts";
import type { files as filesContract } from "../../shared/files/contract.ts";
import type { disk as diskContract } from "../../shared/files/disk/contract.ts";
import { diskService } from "../../shared/files/disk/service.ts";
import { downloadPlan } from "../../shared/files/downloads/plan.ts";
import { lookOnHost } from "../../shared/files/operations/look.ts";
import { operationPlans } from "../../shared/files/operations/plans.ts";
import type { patches as patchesContract } from "../../shared/files/patch/contract.ts";
import { patchService } from "../../shared/files/patch/service.ts";
import { fileService } from "../../shared/files/service.ts";
import type { trash as trashContract } from "../../shared/files/trash/contract.ts";
import { deleteJob } from "../../shared/files/trash/delete-job.ts";
import { trashService } from "../../shared/files/trash/service.ts";
import type { JobKind } from "../../shared/jobs/kind.ts";
import { keysOfFiles } from "../../shared/keys/keys-of-files.ts";
import { noteStore } from "../../shared/notes/store.ts";
import { administratorOf } from "./accounts.ts";
import { hands } from "./agent.ts";
import { adminCallsOfAccounts, serverOfCallers } from "./filemaker.ts";
import { afterwards, once, provided } from "./foundation.ts";
import { jobs } from "./jobs.ts";
import { refusals, store } from "./keyrings.ts";
import { partsOfUploads, uploadRecords } from "./uploads.ts";

/** The files resource. */
export function files(): ServiceOf<typeof filesContract> {
  return once(
    "files",
    ({ table, vault, uploadLimits, fileCommandMs: waitMs, diskFloorBytes: floorBytes, clock, ids }) =>
      fileService({
        jobs,
        workInput: (work, fields) => workInput(vault, work, fields),
        look: lookOnHost(hands),
        floorBytes,
        waitMs,
        server: serverOfCallers(),
        administrator: administratorOf(),
        keysOfFiles: () => keysOfFiles(store(), refusals()),
        notedFiles: () => noteStore(table).noted(),
        store: uploadRecords(),
        parts: partsOfUploads(),
        limits: uploadLimits,
        background: afterwards(),
        clock,
        ids,
      }),
  );
}

/** The trash of hosted files. */
export function trash(): ServiceOf<typeof trashContract> {
  return once("trash", ({ vault, clock, ids, trashKeptMs: keptMs }) =>
    trashService({
      hands,
      server: serverOfCallers(),
      administrator: administratorOf(),
      jobs,
      vault,
      clock,
      ids,
      keptMs,
    }),
  );
}

/** Patches of hosted files. */
export function patches(): ServiceOf<typeof patchesContract> {
  return once("patches", ({ vault, diskFloorBytes: floorBytes }) =>
    patchService({
      server: serverOfCallers(),
      floorBytes,
      look: lookOnHost(hands),
      version: serverVersion(adminCallsOfAccounts()),
      administrator: administratorOf(),
      start: (plan, fields, startedBy) =>
        jobs().accept({ plan, inputOf: workInput(vault, "files.patch", fields), startedBy }),
    }),
  );
}

/** The disks of the database host. */
export function disk(): ServiceOf<typeof diskContract> {
  return once("disk", ({ diskFloorBytes }) => diskService(hands, diskFloorBytes));
}

/** What the agent does to files, each kind as the process that it becomes. */
export function hostJobs(): readonly JobKind[] {
  const rooms = { hands, vault: () => provided().vault };
  return Object.values(operationPlans).map((plan) => workJob(plan, rooms));
}

/** Work on hosted files that the service does itself. */
export function fileJobs(): readonly JobKind[] {
  const { vault, clock } = provided();
  return [
    deleteJob({ server: serverOfCallers(), hands, vault, clock }),
    workJob(downloadPlan, { hands, vault: () => vault }),
  ];
}
