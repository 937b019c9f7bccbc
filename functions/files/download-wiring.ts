import { workInput } from "../../shared/agent/work-job.ts";
import { fileDelivery } from "../../shared/browser/downloads.ts";
import { hostBytes } from "../../shared/browser/host-bytes.ts";
import { statOn } from "../../shared/browser/stat-on.ts";
import { room } from "../../shared/files/disk/room.ts";
import { downloadDeliveries } from "../../shared/files/downloads/deliveries.ts";
import { downloadMaker } from "../../shared/files/downloads/maker.ts";
import { downloadService } from "../../shared/files/downloads/service.ts";
import { downloadStore } from "../../shared/files/downloads/store.ts";
import { downloadTokens } from "../../shared/files/downloads/token.ts";
import { processEnd } from "../../shared/server/process-end.ts";
import { type AgentClientPlatform, agentClient } from "../agent/wiring.ts";
import { eventFeed } from "../events/wiring.ts";
import { type FileMakerPlatform, serverCommands } from "../filemaker/wiring.ts";
import { type JobsPlatform, jobs, processRecords } from "../jobs/wiring.ts";
import { keyRecords } from "../keys/cache-wiring.ts";
import { fileAccounts } from "../keys/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { accountOfHost } from "../sessions/wiring.ts";

export type DownloadsPlatform = AgentClientPlatform &
  FileMakerPlatform &
  JobsPlatform &
  Pick<Platform, "transfers" | "baseUrl" | "prefixes" | "answerMs" | "diskFloorBytes">;

/** Downloads of hosted files: asking for them, and their bytes. */
export const downloads = memoized((platform: DownloadsPlatform) => {
  const { table, vault, clock, ids, transfers, baseUrl, answerMs, diskFloorBytes } = platform;
  const [prefix = "svc"] = platform.prefixes;
  const hands = () => agentClient(platform);
  const store = downloadStore(table);
  const tokens = downloadTokens(vault);
  const make = downloadMaker({
    store,
    server: serverCommands(platform),
    administrator: accountOfHost(platform),
    jobs: () => jobs(platform),
    workInput: (work, fields) => workInput(vault, work, fields),
    room: room(hands, diskFloorBytes),
    clock,
    ids,
  });
  const process = processRecords(platform).get;
  return {
    ...downloadService({ make, tokens, fileCaller: fileAccounts(platform), baseUrl, prefix }),
    ...downloadDeliveries({
      make,
      store,
      tokens,
      hasKey: async (keyId) => (await keyRecords(platform).byId("admin", keyId)) !== undefined,
      ended: processEnd({ process, clock, answerMs, isStopping: () => eventFeed(platform).isClosed }),
      send: fileDelivery({ bytes: hostBytes(hands, transfers.arrivals), stat: statOn(hands) }),
      clock,
    }),
  };
});
