import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Platform } from "../functions/platform.ts";
import { dataLogins } from "../functions/proxy/proxy.ts";
import { eventFeed, keyUses, refusedCredentials } from "../functions/wiring/calls.ts";
import { adminSessions, dataSessions } from "../functions/wiring/filemaker.ts";
import { callsOfMcp, toolCallCounts } from "../functions/wiring/mcp-calls.ts";
import type { FileMakerConnections } from "./file-maker.ts";
import type { Gateway } from "./http/gateway.ts";
import type { BackgroundJobs } from "./jobs.ts";
import type { OpenedStores } from "./storage/stores.ts";
import type { AgentLinkServer } from "./transfers/agent-link-server.ts";

/** Maximum times of a shutdown in milliseconds. */
export interface StopTimes {
  /** For calls and work in progress together. */
  readonly graceMs: number;
  /** For logging out of FileMaker Server, which may not answer. */
  readonly logoutMs: number;
}

// Together with the steps before and after, a shutdown takes less than ten seconds.
const stopTimes: StopTimes = { graceMs: 5_000, logoutMs: 2_000 };

/** Maximum milliseconds to store the figures of the last minute, in a store that may not answer. */
const usageMs = 1_000;

interface RunningParts {
  readonly platform: Platform;
  readonly gateway: Gateway;
  readonly links: AgentLinkServer;
  readonly jobs: BackgroundJobs;
  readonly fileMaker: FileMakerConnections;
  readonly stores: OpenedStores;
}

/** Stops accepting calls, lets calls finish, logs out of FileMaker and closes the stores. */
export async function shutdown(parts: RunningParts, { graceMs, logoutMs }: StopTimes = stopTimes): Promise<void> {
  const { platform, gateway, links, jobs, stores } = parts;
  const { table, log, work } = stores;
  jobs.stopTimers();
  eventFeed(platform).close();
  await links.close();
  const workLeft = within(graceMs, jobs.stopWork()).catch((thrown: unknown) => {
    // Its lease expires, and the next start continues it.
    log.error({ event: "work_cut_off", reason: reasonOf(thrown) });
  });
  await gateway.close(graceMs);
  await workLeft;
  work.close();
  // Sessions that can't be logged out end after 15 minutes; the shutdown doesn't wait for that.
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

/** Rejects if the work takes longer than `milliseconds`; the work itself continues. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Timed out after ${milliseconds} ms`)), milliseconds);
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
