import type { ServerSettings } from "../world/schema/server-schema.ts";
import { logTime, odataLogTime } from "./log-time.ts";

/** Lines of the server's logs, in the format of each file; `at` is in milliseconds since the epoch. */
export interface LogLines {
  /** For Event.log and Access.log. */
  event(at: number, code: number, text: string, level?: EventLevel): string;
  dataApi(at: number, line: DataApiLine): string;
  odata(at: number, line: ODataLine): string;
  scriptEvent(at: number, code: string, text: string): string;
  stats(at: number, values: readonly number[]): string;
  topCall(at: number, line: TopCallLine): string;
  clientStats(at: number, client: string, values: readonly number[]): string;
  administration(at: number, level: "info" | "warn", peer: string, component: string, text: string): string;
  /** For lines without columns in fac.log, and for fmshelper.log. */
  plain(at: number, text: string): string;
}

export type EventLevel = "Information" | "Warning" | "Error";

/** Line of fmdapi.log. */
export interface DataApiLine {
  readonly code: string;
  readonly peer: string;
  readonly account: string;
  readonly method: string;
  /** Endpoint, or event. */
  readonly path: string;
  readonly bytes: number;
}

/** Line of fmodata.log. */
export interface ODataLine {
  readonly code: string;
  readonly peer: string;
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly bytes: number;
}

/** Line of TopCallStats.log; times in seconds since the start, durations in microseconds. */
export interface TopCallLine {
  readonly start: number;
  readonly end: number;
  readonly operation: string;
  readonly target: string;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly elapsed: number;
  readonly client: string;
}

/** Headers of new files; other logs have none. */
export const LOG_HEADERS = {
  "fmdapi.log": ["Timestamp", "Error", "Message", "Usage"],
  "scriptEvent.log": ["Timestamp", "Error", "Message"],
  "Stats.log": [
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
  ],
  "TopCallStats.log": [
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
  ],
  "ClientStats.log": [
    "Timestamp",
    "Network Bytes In",
    "Network Bytes Out",
    "Remote Calls",
    "Remote Calls In Progress",
    "Elapsed Time",
    "Wait Time",
    "I/O Time",
    "Client name",
  ],
} as const;

export function logLines({ host, utcOffsetMinutes }: Pick<ServerSettings, "host" | "utcOffsetMinutes">): LogLines {
  const time = (at: number): string => logTime(at, utcOffsetMinutes);
  const tabs = (...columns: readonly (string | number)[]): string => columns.join("\t");
  return {
    event: (at, code, text, level = "Information") => tabs(time(at), level, code, host, text),
    dataApi(at, { code, peer, account, method, path, bytes }) {
      return tabs(time(at), code, code === "0" ? "INFO" : "ERROR", peer, account, method, path, bytes);
    },
    odata(at, { code, peer, method, url, bytes }) {
      const level = code === "0" ? "INFO" : "ERROR";
      return tabs(odataLogTime(at, utcOffsetMinutes), code, level, peer, method, url, bytes);
    },
    scriptEvent: (at, code, text) => tabs(time(at), code, text),
    stats: (at, values) => tabs(time(at), ...values),
    topCall(at, { start, end, operation, target, bytesIn, bytesOut, elapsed, client }) {
      return tabs(
        ...[time(at), start.toFixed(6), end.toFixed(6), elapsed, operation, target],
        ...[bytesIn, bytesOut, elapsed, 0, 0, client],
      );
    },
    clientStats: (at, client, values) => tabs(time(at), ...values, client),
    administration(at, level, peer, component, text) {
      // Three spaces between the columns, and times without fractions of a second.
      const stamp = time(at).replace(/\.\d+/, "");
      return [`${stamp} - ${level}:`, "fmi", peer, component, "general", "n/a", `"${text}"`].join("   ");
    },
    plain: (at, text) => tabs(time(at).replace(/\.\d+/, ""), text),
  };
}
