import type { ServerProbe } from "#shared/filemaker/server-probe.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { DatabaseServer } from "./database-server.ts";
import type { ServerObservations } from "./server-parts.ts";

/** Balancers give up soon; what takes longer than this does not answer. */
const answerMs = 5_000;

interface WatchDependencies {
  readonly probe: ServerProbe;
  readonly databaseServer: DatabaseServer;
  readonly clock: Clock;
}

/** Looks at every part of FileMaker Server at once. Those who ask at the same time share one look. */
export function serverWatch({ probe, databaseServer, clock }: WatchDependencies) {
  let pending: Promise<ServerObservations> | undefined;

  const look = async (): Promise<ServerObservations> => {
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
      inTime(clock, databaseServer.status(), answerMs, { databaseServer: "unknown", odata: "unknown" }),
    ]);
    return { dataApi, odata, adminApi, status };
  };

  return (): Promise<ServerObservations> => {
    pending ??= look().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}

export type ServerWatch = ReturnType<typeof serverWatch>;

/** What `work` comes to, or `late` where that takes too long. */
export async function inTime<T>(clock: Clock, work: Promise<T>, limitMs: number, late: NoInfer<T>): Promise<T> {
  const done = new AbortController();
  const timer = clock.sleep(limitMs, done.signal).then(() => late);
  try {
    return await Promise.race([work, timer]);
  } finally {
    timer.catch(() => undefined); // Nobody waits for it any more.
    work.catch(() => undefined); // What it comes to later is late, and that was answered.
    done.abort();
  }
}
