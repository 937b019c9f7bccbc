import { type AgentClient, agentClient as clientOf } from "#shared/agent/agent-client.ts";
import { replies } from "#shared/agent/link/replies.ts";
import { sendToAgent } from "#shared/agent/link/send-to-agent.ts";
import { agentStore } from "#shared/agent/store.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { abortProcess } from "#shared/jobs/abort-process.ts";
import { type Jobs, jobs as jobsOf, type ScheduledJobs, scheduledJobs as scheduledOf } from "#shared/jobs/jobs.ts";
import { type Reports, reports as reportsOf } from "#shared/jobs/reports.ts";
import { type Publish, publishing } from "#shared/notifications/publish.ts";
import { notificationStore } from "#shared/notifications/store.ts";
import { wakeEvent } from "#shared/notifications/wake-event.ts";
import { deleteOrphanedToolLogs } from "#shared/processes/orphaned-tool-logs.ts";
import { type ProcessStore, processStore } from "#shared/processes/store.ts";
import { type StartMoment, startMoments } from "#shared/schedules/start-moment.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { type CountingPlatform, type EventsPlatform, eventFeed, jobCounting } from "./calls.ts";
import type { FileMakerPlatform } from "./filemaker.ts";

/** Parts needed to call an agent. `transfers` is only available where payloads can be too large for the link. */
export type AgentClientPlatform = EventsPlatform &
  Pick<Platform, "vault" | "ids" | "background" | "agents"> &
  Partial<Pick<Platform, "transfers">>;

export type AgentPlatform = AgentClientPlatform & FileMakerPlatform;

/** Client for tasks on the database host. */
export const agentClient = memoized((platform: AgentClientPlatform): AgentClient => {
  const { vault, clock, ids } = platform;
  return clientOf({
    store: agentStore(platform.table, platform.agents.heartbeats),
    send: agentSender(platform),
    replies: agentReplies(platform),
    inboundTransfers: () => platform.transfers?.inbound,
    vault,
    clock,
    ids,
  });
});

export function publishLink(platform: AgentClientPlatform, agent: string): void {
  platform.background.waitUntil("publishing a link", eventFeed(platform).publish(`agent:${agent}`));
}

export const agentReplies = memoized((platform: Pick<Platform, "table" | "clock">) =>
  replies(agentStore(platform.table), platform.clock),
);

export const agentSender = memoized((platform: AgentClientPlatform) => {
  const { vault, clock, agents: place } = platform;
  const changed = (agent: string) => publishLink(platform, agent);
  return sendToAgent({
    store: agentStore(platform.table, place.heartbeats),
    sockets: place.sockets,
    changed,
    vault,
    clock,
  });
});

export type JobsPlatform = EventsPlatform & Pick<Platform, "queue"> & CountingPlatform;

/** Accepts long-running jobs. */
export const jobs = memoized((platform: JobsPlatform): Jobs => jobsOf(partsOfJobs(platform)));

/** Accepts long-running jobs that can start later. */
export const scheduledJobs = memoized(
  (platform: JobsPlatform & Pick<Platform, "schedules">): ScheduledJobs =>
    scheduledOf({ ...partsOfJobs(platform), schedules: platform.schedules }),
);

function partsOfJobs(platform: JobsPlatform) {
  const { queue, clock, log } = platform;
  return { store: changedProcesses(platform), queue, clock, log, announce: announcement(platform) };
}

/** Receives reports about processes from remote workers. */
export const jobReports = memoized((platform: JobsPlatform): Reports => {
  const { clock } = platform;
  return reportsOf({
    store: changedProcesses(platform),
    clock,
    announce: announcement(platform),
    enqueue: (id) => jobs(platform).enqueue(id),
  });
});

/** Deletes program output of processes that are no longer stored. */
export function deleteOrphanedLogs(platform: Pick<Platform, "table" | "blobs">): Promise<number> {
  return deleteOrphanedToolLogs({ store: processRecords(platform), blobs: platform.blobs.blobs });
}

/** Read access to processes. */
export const processRecords = memoized(
  ({ table }: Pick<Platform, "table">): Omit<ProcessStore, "change"> => processStore(table, processesKeptMs),
);

/** Write access to processes: counts each process that ends. */
export const changedProcesses = memoized(({ table, ...platform }: Pick<Platform, "table"> & CountingPlatform) => {
  const count = jobCounting(platform);
  return processStore(table, processesKeptMs, ({ kind, state, createdAt, startedAt, saidAt, endedAt }) => {
    const durationMs = (endedAt ?? saidAt) - (startedAt ?? createdAt);
    count({ kind, state, durationMs: Math.max(0, durationMs) });
  });
});

/** Retention of processes after their end. 30 days. */
export const processesKeptMs = 30 * 24 * 60 * 60_000;

/** Returns a function that publishes changes of a process. */
export function announcement(platform: EventsPlatform): (id: number) => Promise<void> {
  return (id) => eventFeed(platform).publish(`process:${id}`);
}

export type ProcessAbortPlatform = AgentClientPlatform & JobsPlatform & Pick<Platform, "schedules">;

/** Aborts processes of any resource. */
export const processAbort = memoized((platform: ProcessAbortPlatform) =>
  abortProcess({
    store: changedProcesses(platform),
    jobs: scheduledJobs(platform),
    clock: platform.clock,
    announce: announcement(platform),
    requestAbort: (process, fence) => askAgentToStop(platform, process, fence),
  }),
);

/** Sends an abort to the agent: immediately if it is connected, otherwise with its next heartbeat. */
function askAgentToStop(platform: AgentClientPlatform, process: number, fence: number): void {
  const asked = agentClient(platform).request("work.abort", { process, fence }, { deadlineMs: 5_000 });
  const arrived = asked.catch((thrown: unknown) => {
    if (!(thrown instanceof ServiceError)) throw thrown;
  });
  platform.background.waitUntil("asking the agent to stop", arrived);
}

/** Returns the start time of jobs that are scheduled for later. */
export const startMoment = memoized((platform: Pick<Platform, "table">): StartMoment => {
  const agents = agentStore(platform.table);
  return startMoments({
    async hostTimeZone() {
      const id = await agents.activeId();
      const agent = id === undefined ? undefined : await agents.agent(id);
      return agent?.report?.timeZone;
    },
  });
});

export type NotifierPlatform = Pick<Platform, "table" | "vault" | "ids" | "clock" | "log" | "deliveryQueue">;

/** Publishes events to notification destinations. */
export const notificationPublisher = memoized((platform: NotifierPlatform): Publish => {
  const { vault, ids, clock, deliveryQueue: queue, log } = platform;
  return publishing({ store: notificationStore(platform.table), vault, ids, clock, wake: wakeEvent({ queue, log }) });
});
