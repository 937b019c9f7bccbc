import type { AgentClient, AgentState } from "#shared/agent/api.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Clock } from "#shared/ports/clock.ts";

/** Minimum interval in milliseconds between requests to the agent. */
const freshMs = 30_000;
/** Timeout for the agent. Short, because a load balancer waits for the response. */
const limits = { deadlineMs: 4_000 } as const;

interface Disk {
  /** Owner of the disk, as text. */
  readonly name: string;
  readonly freeBytes: number;
}

/** State of the hosts that run tasks. */
export interface HostObservations {
  /** `silent`: the agent is linked but doesn't respond. */
  readonly agent: AgentState | "silent";
  /** Number of agent restarts in the last 24 hours, if the agent reports it. */
  readonly restarts: number;
  readonly disks: readonly Disk[];
  /** Space that must stay free. */
  readonly floorBytes: number;
}

type ReportedHost = Pick<HostObservations, "disks" | "restarts">;

interface HostWatchDependencies {
  readonly agentClient: () => Pick<AgentClient, "state" | "request">;
  /** Returns the free space for the service's own data; undefined if there is no such disk. */
  readonly freeBytes: (() => Promise<number>) | undefined;
  readonly floorBytes: number;
  readonly clock: Clock;
}

/** Checks the agent, and the disks of the database host and of the service itself. */
export function hostWatch({ agentClient, freeBytes, floorBytes, clock }: HostWatchDependencies) {
  let latest: { readonly at: number; readonly host: Promise<ReportedHost | undefined> } | undefined;

  const ask = async (): Promise<ReportedHost | undefined> => {
    try {
      const { folders, restarts = 0 } = await agentClient().request("host.report", {}, limits);
      const disks = folders.flatMap((folder) =>
        folder.freeBytes === null ? [] : [{ name: `the folder of ${folder.root}`, freeBytes: folder.freeBytes }],
      );
      return { disks, restarts };
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      return undefined; // The check of the agent reports this.
    }
  };

  const reportedHost = async () => {
    if (latest === undefined || Math.abs(clock.now() - latest.at) >= freshMs) latest = { at: clock.now(), host: ask() };
    const host = await latest.host;
    // An agent that didn't respond is asked again by the next call.
    if (host === undefined) latest = undefined;
    return host;
  };

  return async (): Promise<HostObservations> => {
    const [state, own] = await Promise.all([agentClient().state(), freeBytes?.()]);
    const disks = own === undefined ? [] : [{ name: "the service's data", freeBytes: own }];
    if (state !== "linked") return { agent: state, restarts: 0, disks, floorBytes };
    const host = await reportedHost();
    if (host === undefined) return { agent: "silent", restarts: 0, disks, floorBytes };
    return { agent: "linked", restarts: host.restarts, disks: [...disks, ...host.disks], floorBytes };
  };
}

export type HostWatch = ReturnType<typeof hostWatch>;

/** Returns the state of the agent's link, as text after its name. */
export function linkedText({ restarts }: Pick<HostObservations, "restarts">): string {
  if (restarts === 0) return "is online";
  return `is online; it restarted ${restarts === 1 ? "once" : `${restarts} times`} in the last 24 hours`;
}

/** Returns the disks with less free space than required, in one sentence; undefined if there are none. */
export function fullDisks({ disks, floorBytes }: Pick<HostObservations, "disks" | "floorBytes">): string | undefined {
  const full = disks.filter(({ freeBytes }) => freeBytes <= floorBytes);
  if (full.length === 0) return undefined;
  const named = full.map(({ name, freeBytes }) => `the disk of ${name} has ${megabytes(freeBytes)} MB left`);
  return `${named.join(", ")}; ${megabytes(floorBytes)} MB must stay free`;
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
