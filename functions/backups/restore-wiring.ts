import { taskInput } from "#shared/agent/tasks/task-job.ts";
import { offsiteBackups } from "#shared/backups/restores/offsite-backups.ts";
import { restoreService } from "#shared/backups/restores/service.ts";
import { downloadStore } from "#shared/downloads/store.ts";
import { downloadTokens } from "#shared/downloads/token.ts";
import { type DeploymentStartPlatform, deploymentStart } from "../deployments/start-wiring.ts";
import { type JobsPlatform, jobs } from "../jobs/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { administratorOf } from "../sessions/wiring.ts";
import { offsiteLocations } from "./location-wiring.ts";
import { offsitePlaces, offsiteSnapshots } from "./snapshot-wiring.ts";

export type RestorePlatform = DeploymentStartPlatform &
  JobsPlatform &
  Pick<Platform, "callouts" | "calloutNetworks" | "diskFloorBytes" | "prefixes" | "ids">;

/** Restores offsite backups. */
export const restores = memoized((platform: RestorePlatform) => {
  const { table, vault, clock, ids } = platform;
  const openLocation = offsiteLocations(platform);
  const downloads = downloadStore(table);
  const tokens = downloadTokens(vault);
  return restoreService({
    found: offsiteBackups({ openPlace: offsitePlaces(platform), snapshots: offsiteSnapshots(platform) }),
    deployments: deploymentStart(platform),
    jobs: () => jobs(platform),
    taskInput: (work, fields) => taskInput(vault, work, fields),
    openLocation,
    administrator: administratorOf(platform),
    async keepDownload(record) {
      await downloads.create(record);
      const downloadToken = await tokens.make(record);
      return { downloadToken, downloadPath: `/${platform.prefixes[0]}/api/fm-file/download?token=${downloadToken}` };
    },
    networks: platform.calloutNetworks,
    floorBytes: platform.diskFloorBytes,
    clock,
    ids,
  });
});
