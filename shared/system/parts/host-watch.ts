import type { AgentClient, AgentState } from "#shared/agent/agent-client.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Clock } from "#shared/ports/clock.ts";

/** The agent is asked no oftener than this. */
const freshMs = 30_000;
/** A load balancer waits for the answer. */
const limits = { deadlineMs: 4_000 } as const;

interface Disk {
  /** Whose disk it is, in words. */
  readonly name: string;
  readonly freeBytes: number;
}

/** What was seen of the machines that the work is done on. */
export interface HostObservations {
  /** `silent`: it holds its link, and does not answer. */
  readonly agent: AgentState | "silent";
  /** How often the agent was started again in the last 24 hours, where it says so. */
  readonly restarts: number;
  readonly disks: readonly Disk[];
  /** What is to stay free. */
  readonly floorBytes: number;
}

type ReportedHost = Pick<HostObservations, "disks" | "restarts">;

interface HostWatchDependencies {
  readonly agentClient: () => Pick<AgentClient, "state" | "request">;
  /** What the disk of the service's own data has left; undefined where it has none. */
  readonly freeBytes: (() => Promise<number>) | undefined;
  readonly floorBytes: number;
  readonly clock: Clock;
}

/** Looks at the agent, and at the disks of the database host and of the service itself. */
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
      return undefined; // Said by the agent's own part.
    }
  };

  const reportedHost = async () => {
    if (latest === undefined || Math.abs(clock.now() - latest.at) >= freshMs) latest = { at: clock.now(), host: ask() };
    const host = await latest.host;
    // One that did not answer is asked again by the next who wants to know.
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

/** How the agent is linked, in words that follow a name. */
export function linkedText({ restarts }: Pick<HostObservations, "restarts">): string {
  if (restarts === 0) return "is linked";
  return `is linked; it was started again ${restarts === 1 ? "once" : `${restarts} times`} in the last 24 hours`;
}

/** The disks that have less left than is to stay free, in one sentence; undefined where all have room. */
export function fullDisks({ disks, floorBytes }: Pick<HostObservations, "disks" | "floorBytes">): string | undefined {
  const full = disks.filter(({ freeBytes }) => freeBytes <= floorBytes);
  if (full.length === 0) return undefined;
  const named = full.map(({ name, freeBytes }) => `the disk of ${name} has ${megabytes(freeBytes)} MB left`);
  return `${named.join(", ")}; ${megabytes(floorBytes)} MB are to stay free`;
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
