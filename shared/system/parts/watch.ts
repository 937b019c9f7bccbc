import type { AdminCredential } from "#shared/contract/call.ts";
import type { ServerProbe } from "#shared/filemaker/server-probe.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { DatabaseServer, DatabaseServerStatus } from "./database-server.ts";
import type { ServerObservations } from "./server-parts.ts";

/** Timeout in milliseconds, because load balancers give up early. */
const answerMs = 5_000;

interface WatchDependencies {
  readonly probe: ServerProbe;
  readonly databaseServer: DatabaseServer;
  readonly clock: Clock;
}

/**
 * Checks all parts of FileMaker Server at once. Concurrent callers share one check. With a credential, the Database Server's status is
 * current even if no Admin API key is stored.
 */
export function serverWatch({ probe, databaseServer, clock }: WatchDependencies) {
  let pending: Promise<ServerObservations> | undefined;

  const statusFor = async (credential: AdminCredential | undefined): Promise<DatabaseServerStatus> => {
    const found = credential && (await databaseServer.learn(credential));
    return found === undefined || found.databaseServer === "unknown" ? databaseServer.status() : found;
  };

  const look = async (credential: AdminCredential | undefined): Promise<ServerObservations> => {
    const late = {
      state: "gone",
      version: undefined,
      serverTime: undefined,
      tookMs: answerMs,
      error: "upstream_timeout",
    } as const;
    const [dataApi, odata, adminApi, status] = await Promise.all([
      inTime(clock, probe.dataApi(), answerMs, late),
      inTime(clock, probe.odata(), answerMs, "gone"),
      inTime(clock, probe.adminApi(), answerMs, "gone"),
      inTime(clock, statusFor(credential), answerMs, { databaseServer: "unknown", odata: "unknown" }),
    ]);
    return { dataApi, odata, adminApi, status };
  };

  return (credential?: AdminCredential): Promise<ServerObservations> => {
    pending ??= look(credential).finally(() => {
      pending = undefined;
    });
    return pending;
  };
}

export type ServerWatch = ReturnType<typeof serverWatch>;

/** Returns the result of `work`, or `late` if it takes too long. */
export async function inTime<T>(clock: Clock, work: Promise<T>, limitMs: number, late: NoInfer<T>): Promise<T> {
  const done = new AbortController();
  const timer = clock.sleep(limitMs, done.signal).then(() => late);
  try {
    return await Promise.race([work, timer]);
  } finally {
    timer.catch(() => undefined); // The timer is no longer needed.
    work.catch(() => undefined); // A later result or error is ignored, because `late` was already returned.
    done.abort();
  }
}
