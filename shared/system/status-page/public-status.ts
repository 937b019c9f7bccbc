import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { ServerCommands } from "#shared/filemaker/commands/server-commands.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { isRunning, serverParts } from "../parts/server-parts.ts";
import type { ServerWatch } from "../parts/watch.ts";
import type { Status } from "./contract.ts";
import type { StatusPageSettings, StatusPageStore } from "./store.ts";

/** Schedule as shown to users. */
interface PlannedSchedule {
  readonly name: string;
  /** Time of the next run in milliseconds since the epoch; null if there is none. */
  readonly nextAt: number | null;
}

interface PublicStatusDependencies {
  readonly store: Pick<StatusPageStore, "incident">;
  readonly watch: ServerWatch;
  readonly server: Pick<ServerCommands, "databases">;
  /** Returns the account of a stored Admin API key. */
  readonly administrator: () => Promise<AdminCredential | undefined>;
  readonly schedule: (id: number) => Promise<PlannedSchedule | undefined>;
  /** Returns the time since which FileMaker Server is known to be down. */
  readonly awaySince: () => Promise<number | undefined>;
  readonly clock: Pick<Clock, "now">;
}

/** Determines exactly what the status page shows. */
export function publicStatus(dependencies: PublicStatusDependencies) {
  const { store, watch, server, administrator, schedule, awaySince, clock } = dependencies;

  const states = async (): Promise<ReadonlyMap<string, "open" | "closed"> | undefined> => {
    const account = await administrator();
    if (account === undefined) return undefined;
    try {
      const rows = await server.databases(account);
      return new Map(rows.map(({ filename, status }) => [normalizedDatabaseName(filename), isOpen(status)] as const));
    } catch (thrown) {
      if (thrown instanceof ServiceError) return undefined;
      throw thrown;
    }
  };

  const planned = async ({ schedules, notices }: StatusPageSettings): Promise<Status["planned"]> => {
    const known = await Promise.all(schedules.map(schedule));
    const runs = known.flatMap((one) =>
      one === undefined || one.nextAt === null
        ? []
        : [{ text: one.name, startsAt: timestamp(one.nextAt), endsAt: null }],
    );
    const coming = notices.filter(({ endsAt }) => Date.parse(endsAt) > clock.now());
    return [...runs, ...coming].toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));
  };

  const incident = async (): Promise<Status["incident"]> => {
    const [since, last] = await Promise.all([awaySince(), store.incident()]);
    if (since !== undefined) return { startedAt: timestamp(since), endedAt: null };
    return last === undefined ? null : { startedAt: timestamp(last.startedAt), endedAt: timestamp(last.endedAt) };
  };

  return async (settings: StatusPageSettings): Promise<Status> => {
    const [observed, files, plans, last] = await Promise.all([watch(), states(), planned(settings), incident()]);
    const runs = isRunning(serverParts(observed));
    return {
      title: settings.title,
      server: runs ? "running" : "away",
      files: settings.files.map((name) => ({
        name: name.replace(/\.fmp12$/i, ""),
        // A file that isn't hosted isn't open; if the server is down, no file is.
        state: runs
          ? files === undefined
            ? "unknown"
            : (files.get(normalizedDatabaseName(name)) ?? "closed")
          : "closed",
      })),
      planned: plans,
      incident: last,
      seenAt: timestamp(clock.now()),
    };
  };
}

/** Returns the state. A paused file is open but accepts no changes, so for its users it is closed. */
function isOpen(status: string): "open" | "closed" {
  return status === "NORMAL" ? "open" : "closed";
}
