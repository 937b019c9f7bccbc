import { Figures } from "./figures.ts";
import { dayMs, hourMs } from "./period.ts";
import type { UsageReader } from "./reader.ts";
import { hoursKeptMs } from "./store.ts";

const labels = ["key", "api"] as const;

/** Returns the bytes that each key got from Data API and OData since a time, largest first. The first hour or day counts in full. */
export async function bytesOfKeys(
  reader: UsageReader,
  from: number,
  now: number,
): Promise<readonly { readonly key: string; readonly bytes: number }[]> {
  const isRecent = from > now - hoursKeptMs + dayMs;
  const [source, lengthMs] = isRecent ? (["hours", hourMs] as const) : (["days", dayMs] as const);
  const figures = new Figures({ metric: "sentBytes", by: labels, where: {}, steps: 1 });
  const window = { from: from - (from % lengthMs), to: now - (now % lengthMs) + lengthMs, source };
  await reader.read(window, now, ({ rows }) => figures.add(0, rows), { by: labels, where: {} });
  const bytes = new Map<string, number>();
  for (const { labels: own, total } of figures.groups()) {
    if (own.api === "admin") continue;
    const key = own.key ?? "";
    bytes.set(key, (bytes.get(key) ?? 0) + Number(total));
  }
  return [...bytes].map(([key, sum]) => ({ key, bytes: sum })).sort((one, other) => other.bytes - one.bytes);
}
