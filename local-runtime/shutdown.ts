import { reasonOf } from "#shared/ports/background-tasks.ts";
import { refusedCredentials } from "../functions/audit/wiring.ts";
import { eventFeed } from "../functions/events/wiring.ts";
import { adminSessions, dataSessions } from "../functions/filemaker/wiring.ts";
import { keyUses } from "../functions/keys/cache-wiring.ts";
import { toolCallCounts } from "../functions/mcp/gathering-wiring.ts";
import { callsOfMcp } from "../functions/mcpcalls/call-log-wiring.ts";
import type { Platform } from "../functions/platform.ts";
import { dataLogins } from "../functions/proxy/wiring.ts";
import type { FileMakerConnections } from "./file-maker.ts";
import type { Gateway } from "./http/gateway.ts";
import type { BackgroundJobs } from "./jobs.ts";
import type { OpenedStores } from "./storage/stores.ts";
import type { AgentLinkServer } from "./transfers/agent-link-server.ts";

/** How long a stop may take, in milliseconds. */
export interface StopTimes {
  /** For calls and work under way, together. */
  readonly graceMs: number;
  /** For logging out of FileMaker Server, which may not answer. */
  readonly logoutMs: number;
}

// Together with what is stopped before and behind it, a stop is over within ten seconds.
const stopTimes: StopTimes = { graceMs: 5_000, logoutMs: 2_000 };

/** What figures of the last minute may take to be written, of a store that may not answer. */
const usageMs = 1_000;

interface RunningParts {
  readonly platform: Platform;
  readonly gateway: Gateway;
  readonly links: AgentLinkServer;
  readonly jobs: BackgroundJobs;
  readonly fileMaker: FileMakerConnections;
  readonly stores: OpenedStores;
}

/** Stops accepting, lets calls finish, logs out of FileMaker, closes the stores. */
export async function shutdown(parts: RunningParts, { graceMs, logoutMs }: StopTimes = stopTimes): Promise<void> {
  const { platform, gateway, links, jobs, stores } = parts;
  const { table, log, work } = stores;
  jobs.stopTimers();
  eventFeed(platform).close();
  await links.close();
  const workLeft = within(graceMs, jobs.stopWork()).catch((thrown: unknown) => {
    // Its lease runs out, and the next start takes it up.
    log.error({ event: "work_cut_off", reason: reasonOf(thrown) });
  });
  await gateway.close(graceMs);
  await workLeft;
  work.close();
  // Sessions that cannot be logged out end by themselves after 15 minutes; the stop does not wait for that.
  await within(logoutMs, logOut(parts)).catch((thrown: unknown) => {
    log.error({ event: "logout_failed", reason: reasonOf(thrown) });
  });
  await within(usageMs, jobs.closeUsage()).catch((thrown: unknown) => {
    log.error({ event: "usage_lost", reason: reasonOf(thrown) });
  });
  table.close();
  await log.close();
}

async function logOut({ platform, fileMaker }: RunningParts): Promise<void> {
  keyUses(platform).close();
  refusedCredentials(platform).flush(true);
  await Promise.all([callsOfMcp(platform).flush(), toolCallCounts(platform).flush()]);
  await platform.background.settle();
  await dataLogins(platform).close();
  await Promise.all([dataSessions(platform).close(), adminSessions(platform).close()]);
  await Promise.all([fileMaker.dataApi.close(), fileMaker.adminApi.close()]);
}

/** Rejects when the work takes longer; the work itself goes on. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Not done after ${milliseconds} ms`)), milliseconds);
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
