import { taskInput } from "#shared/agent/tasks/task-job.ts";
import { hostStat } from "#shared/browser/host-stat.ts";
import { fileDelivery } from "#shared/browser/transfers/downloads.ts";
import { downloadDeliveries } from "#shared/downloads/deliveries.ts";
import { downloadMaker } from "#shared/downloads/download-maker.ts";
import { downloadService } from "#shared/downloads/service.ts";
import { downloadStore } from "#shared/downloads/store.ts";
import { downloadTokens } from "#shared/downloads/token.ts";
import { keyStore } from "#shared/keys/store.ts";
import { processEnd } from "#shared/processes/process-end.ts";
import { diskSpaceCheck } from "#shared/server/disk/disk-space-check.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { eventFeed } from "./calls.ts";
import { accountOfHost, type FileMakerPlatform, fileAccounts, serverCommands } from "./filemaker.ts";
import { bytesOfHost } from "./host-bytes.ts";
import { type AgentClientPlatform, agentClient, type JobsPlatform, jobs, processRecords } from "./work.ts";

export type DownloadsPlatform = AgentClientPlatform &
  FileMakerPlatform &
  JobsPlatform &
  Pick<Platform, "transfers" | "baseUrl" | "prefixes" | "answerMs" | "diskFloorBytes">;

/** Downloads of hosted files: requests and bytes. */
export const downloads = memoized((platform: DownloadsPlatform) => {
  const { table, vault, clock, ids, baseUrl, answerMs, diskFloorBytes } = platform;
  const [prefix] = platform.prefixes;
  const client = () => agentClient(platform);
  const store = downloadStore(table);
  const tokens = downloadTokens(vault);
  const make = downloadMaker({
    store,
    server: serverCommands(platform),
    administrator: accountOfHost(platform),
    jobs: () => jobs(platform),
    taskInput: (work, fields) => taskInput(vault, work, fields),
    diskSpaceCheck: diskSpaceCheck(client, diskFloorBytes),
    clock,
    ids,
  });
  const process = processRecords(platform).get;
  const end = processEnd({ process, clock, answerMs, isStopping: () => eventFeed(platform).isClosed });
  return {
    ...downloadService({ make, tokens, fileCaller: fileAccounts(platform), processEnd: end, baseUrl, prefix }),
    ...downloadDeliveries({
      make,
      store,
      tokens,
      hasKey: async (keyId) => (await keyStore(platform.table).byId("admin", keyId)) !== undefined,
      processEnd: end,
      send: fileDelivery({ bytes: bytesOfHost(platform).files, stat: hostStat(client), clock, answerMs }),
      clock,
      answerMs,
    }),
  };
});
