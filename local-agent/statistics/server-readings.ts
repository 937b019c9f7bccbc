import type { StatisticsMetricName } from "#shared/usage/metrics/contract.ts";
import { amount, columnReader } from "./columns.ts";

/** Values in a line of Stats.log, in the units of the metrics. */
export interface ServerReadings {
  readonly at: number;
  readonly values: Record<string, number>;
}

type InOurUnit = (value: number) => number;
const same: InOurUnit = (value) => value;
const bytes: InOurUnit = (kilobytes) => kilobytes * 1024;
const milliseconds: InOurUnit = (microseconds) => microseconds / 1000;

/** Columns of Stats.log in their usual order: each column's metric, and the conversion to its unit. */
const columns: Readonly<Record<string, readonly [StatisticsMetricName, InOurUnit] | undefined>> = {
  Timestamp: undefined,
  "Network KB/sec In": ["networkIn", bytes],
  "Network KB/sec Out": ["networkOut", bytes],
  "Disk KB/sec Read": ["diskRead", bytes],
  "Disk KB/sec Written": ["diskWritten", bytes],
  "Cache Hit %": ["cacheHit", same],
  "Cache Unsaved %": ["cacheUnsaved", same],
  "Pro Clients": ["proClients", same],
  "Open Databases": ["openFiles", same],
  "ODBC/JDBC Clients": ["odbcClients", same],
  "WebDirect Clients": ["webDirectClients", same],
  "Custom Web Clients": ["customWebClients", same],
  "Remote Calls/sec": ["remoteCalls", same],
  "Remote Calls In Progress": ["remoteCallsInProgress", same],
  "Elapsed Time/call": ["elapsedPerCall", milliseconds],
  "Wait Time/call": ["waitPerCall", milliseconds],
  "I/O Time/call": ["ioPerCall", milliseconds],
  "Go Clients": ["goClients", same],
};

const clients = ["proClients", "goClients", "webDirectClients", "odbcClients", "customWebClients"] as const;

/** Returns a reader of lines for a Stats.log with this first line. It returns undefined for lines without readings. */
export function serverReadingsIn(firstLine: string): (line: string) => ServerReadings | undefined {
  const read = columnReader(firstLine, Object.keys(columns));
  return (line) => {
    const found = read(line);
    if (found === undefined) return undefined;
    const values: Partial<Record<StatisticsMetricName, number>> = {};
    for (const [name, known] of Object.entries(columns)) {
      const value = amount(found.column(name));
      if (known === undefined || value === undefined) continue;
      const [metric, inOurUnit] = known;
      values[metric] = inOurUnit(value);
    }
    const counts = clients.flatMap((kind) => values[kind] ?? []);
    if (counts.length > 0) values.clients = counts.reduce((sum, count) => sum + count, 0);
    return Object.keys(values).length === 0 ? undefined : { at: found.at, values };
  };
}
