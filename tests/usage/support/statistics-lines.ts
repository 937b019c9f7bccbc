/** The first line of a Stats.log. */
export const statsHeader = [
  "Timestamp",
  "Network KB/sec In",
  "Network KB/sec Out",
  "Disk KB/sec Read",
  "Disk KB/sec Written",
  "Cache Hit %",
  "Cache Unsaved %",
  "Pro Clients",
  "Open Databases",
  "ODBC/JDBC Clients",
  "WebDirect Clients",
  "Custom Web Clients",
  "Remote Calls/sec",
  "Remote Calls In Progress",
  "Elapsed Time/call",
  "Wait Time/call",
  "I/O Time/call",
  "Go Clients",
].join("\t");

export function statsLine(time: string, values: readonly number[]): string {
  return [time, ...values].join("\t");
}

/** The first line of a TopCallStats.log. */
export const topCallHeader = [
  "Timestamp",
  "Start Time",
  "End Time",
  "Total Elapsed",
  "Operation",
  "Target",
  "Network Bytes In",
  "Network Bytes Out",
  "Elapsed Time",
  "Wait Time",
  "I/O Time",
  "Client name",
].join("\t");

/** Seconds, which the log has as seconds since the server's start and as microseconds. */
interface Call {
  readonly start: number;
  /** Left out: it goes on. */
  readonly end?: number;
  readonly total: number;
  readonly wait: number;
  readonly io: number;
  readonly operation: string;
  readonly target: string;
  readonly client: string;
}

export function topCallLine(time: string, { start, end, total, wait, io, operation, target, client }: Call): string {
  const micros = (seconds: number) => seconds * 1_000_000;
  return [
    ...[time, start.toFixed(6), end?.toFixed(6) ?? "", micros(total), operation, target, 100, 2_000],
    ...[micros(Math.min(total, 30)), micros(wait), micros(io), client],
  ].join("\t");
}
