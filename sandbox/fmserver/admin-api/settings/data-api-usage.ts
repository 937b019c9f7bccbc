import type { Host } from "../../host.ts";
import type { AdminOperation } from "../admin-operation.ts";

const dayMs = 86_400_000;

/** Returns the amount of data that the Data API and OData have transferred since the server's start, and the traffic that the world adds. */
export const dataApiUsage: AdminOperation = {
  method: "GET",
  path: "/fmdapi/usage",
  access: "root",
  run({ host }) {
    const { calls, dataApiBytesIn, dataApiBytesOut, odataBytesOut } = host.counters;
    const sent = dataApiBytesOut + otherBytes(host);
    return {
      inBandwidth: dataApiBytesIn,
      outBandwidth: sent,
      inBandwidthLimit: -1,
      // -1 means no limit, as since 2024; the consoles of some releases still show one.
      outBandwidthLimit: host.world.server.traffic.limitBytes,
      apiCallCount: calls,
      apiCallCountLimit: -1,
      localDAPIBandwidthIn: dataApiBytesIn,
      localDAPIBandwidthOut: sent,
      localDAPICallCount: calls,
      totalDAPIBandwidthOut: sent,
      fmdapiBandwidthOut: sent,
      fmodataBandwidthOut: odataBytesOut,
      totalDataAPIOut: sent,
      totalODataOut: odataBytesOut,
      totalRestAPIOut: sent + odataBytesOut,
    };
  },
};

/** Returns the world's traffic since its first day, or since the last reset of the allowance if that is later. */
function otherBytes({ world, clock }: Host): number {
  const { since, bytesPerDay, growthPerYear, season } = world.server.traffic;
  if (bytesPerDay === 0) return 0;
  const now = clock.now();
  const start = Date.parse(since);
  let sum = 0;
  for (let day = Math.max(start, lastReset(world.server.license.Annual_Reset_Date, now)); day < now; day += dayMs) {
    const years = (day - start) / (365 * dayMs);
    const part = Math.min(1, (now - day) / dayMs);
    sum += part * bytesPerDay * (1 + growthPerYear) ** years * (1 + season * Math.sin(2 * Math.PI * years));
  }
  return Math.round(sum);
}

/** Returns the last yearly return of a date. */
function lastReset(date: string, now: number): number {
  const reset = new Date(date);
  while (reset.getTime() > now) reset.setUTCFullYear(reset.getUTCFullYear() - 1);
  for (const next = new Date(reset); ; reset.setTime(next.getTime())) {
    next.setUTCFullYear(next.getUTCFullYear() + 1);
    if (next.getTime() > now) return reset.getTime();
  }
}
