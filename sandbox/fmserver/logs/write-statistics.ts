import { isOpen } from "../host/databases.ts";
import type { Host } from "../host.ts";
import type { UsedTime } from "./usage.ts";

/** Maximum time for which intervals are written after the clock was advanced. */
const CATCH_UP_MILLISECONDS = 86_400_000;

/** Writes statistics at the end of every interval, while the server's clock runs. */
export function writeStatistics(host: Host): void {
  if (!host.logs.areKept) return;
  const startedAt = host.clock.now();
  const arm = (dueAt: number): void => {
    host.clock.at(dueAt, () => {
      writeInterval(host, dueAt, startedAt);
      const next = dueAt + secondsOf(host) * 1000;
      const isFarBehind = next < host.clock.now() - CATCH_UP_MILLISECONDS;
      arm(isFarBehind ? host.clock.now() - CATCH_UP_MILLISECONDS : next);
    });
  };
  arm(startedAt + secondsOf(host) * 1000);
}

function secondsOf({ world }: Host): number {
  return world.definition.server.statisticsSeconds;
}

function writeInterval(host: Host, at: number, startedAt: number): void {
  const used = host.usage.take();
  const { running, statistics } = host.world.server;
  if (!running) return;
  if (statistics.server) host.logs.stats(at, statsOf(host, used));
  if (statistics.topCalls) {
    for (const { startedAt: start, endedAt: end, operation, target, bytesIn, bytesOut, client } of used.longest) {
      const since = (moment: number): number => (moment - startedAt) / 1000;
      const elapsed = (end - start) * 1000;
      host.logs.topCall(at, {
        start: since(start),
        end: since(end),
        operation,
        target,
        bytesIn,
        bytesOut,
        elapsed,
        client,
      });
    }
  }
  if (statistics.clients) {
    for (const [client, { calls, bytesIn, bytesOut, elapsedMilliseconds }] of used.clients) {
      host.logs.clientStats(at, client, [bytesIn, bytesOut, calls, 0, elapsedMilliseconds * 1000, 0, 0]);
    }
  }
}

/** Returns the values in the order of the columns in Stats.log. */
function statsOf(host: Host, used: UsedTime): readonly number[] {
  const seconds = secondsOf(host);
  const clients = [...host.world.server.clients.values()];
  const count = (appType: (typeof clients)[number]["appType"]): number =>
    clients.filter((client) => client.appType === appType).length;
  const sessions = host.dataSessions.list();
  const perCall = used.calls === 0 ? 0 : Math.round((used.elapsedMilliseconds * 1000) / used.calls);
  return [
    Math.round(used.bytesIn / 1024 / seconds),
    Math.round(used.bytesOut / 1024 / seconds),
    ...[0, 0, 100, 0],
    count("FMPRO"),
    host.world.databases.filter(isOpen).length,
    count("XDBC"),
    count("FMWEBDIRECT"),
    sessions.length,
    Math.round(used.calls / seconds),
    sessions.filter(({ busy }) => busy > 0).length,
    ...[perCall, 0, 0],
    count("FMGO"),
  ];
}
