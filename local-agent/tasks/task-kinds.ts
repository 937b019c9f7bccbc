import { drillBackup } from "../backups/restore/drill-backup.ts";
import { restoreBackup } from "../backups/restore/restore-backup.ts";
import { restoreContainers, undoContainers } from "../backups/restore/restore-containers.ts";
import { sendBackup } from "../backups/send-backup.ts";
import { keepBackup } from "../blocks/keep-backup.ts";
import { maintainSet } from "../blocks/upkeep/maintain-set.ts";
import { compareBuilds } from "../builds/compare/compare-builds.ts";
import { makeBuild } from "../builds/make-build.ts";
import { publishBuild } from "../builds/publish/publish-build.ts";
import { runDeployment } from "../deployments/run-deployment.ts";
import { makeDownload } from "../downloads/make-download.ts";
import { checkFiles } from "../operations/check-files.ts";
import { renameCopies } from "../operations/rename/rename-copies.ts";
import { renameFiles } from "../operations/rename/rename-files.ts";
import { transform } from "../operations/transform/transform.ts";
import { applyPatches } from "../patches/apply-patches.ts";
import type { TaskKinds } from "./task-run.ts";

/** All kinds of long tasks that this agent runs. Resources add their own to this list. */
export const taskKinds: TaskKinds = {
  "files.transform": transform,
  "files.download": makeDownload,
  "files.check": checkFiles,
  "files.rename": renameFiles,
  "files.rename-copies": renameCopies,
  "files.patch": applyPatches,
  "builds.make": makeBuild,
  "builds.publish": publishBuild,
  "builds.compare": compareBuilds,
  "deployments.run": runDeployment,
  "backups.send": sendBackup,
  "backups.keep": keepBackup,
  "backups.upkeep": maintainSet,
  "backups.restore": restoreBackup,
  "backups.restore-containers": restoreContainers,
  "backups.undo-containers": undoContainers,
  "backups.drill": drillBackup,
};
