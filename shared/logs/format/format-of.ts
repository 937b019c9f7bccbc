import { facLog } from "./fac-log.ts";
import type { LogFormat } from "./format.ts";
import { plainLines } from "./plain-lines.ts";
import { serviceLines } from "./service-lines.ts";
import { tabSeparated } from "./tab-separated.ts";

const events = tabSeparated({
  names: ["Timestamp", "Level", "Code", "Host", "Message"],
  level: "Level",
  code: "Code",
  codes: "event",
});

/** Formats of FileMaker Server's logs, by file name in lower case. */
const formats: Readonly<Record<string, LogFormat>> = {
  event: events,
  access: events,
  scriptevent: tabSeparated({
    names: ["Timestamp", "Error", "Message"],
    code: "Error",
    codes: "filemaker",
    codeIsError: true,
  }),
  fmdapi: tabSeparated({
    names: ["Timestamp", "Error", "Level", "Client", "Account", "Method", "Endpoint", "Bytes"],
    level: "Level",
    code: "Error",
    codes: "filemaker",
  }),
  fmodata: tabSeparated({
    names: ["Timestamp", "Error", "Level", "Client", "Method", "Endpoint", "Bytes"],
    level: "Level",
    code: "Error",
    codes: "filemaker",
  }),
  stats: tabSeparated({
    names: [
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
  }),
  topcallstats: tabSeparated({
    names: [
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
  }),
  clientstats: tabSeparated({
    names: [
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
  }),
  fac: facLog,
};

/** Returns the format of a log by its name. A rotated log has the format of its successor. */
export function formatOf(fileName: string): LogFormat {
  const stem = fileName
    .replace(/\.log(?:\.\d+)?$/i, "")
    .replace(/-old$/i, "")
    .toLowerCase();
  if (/^(?:(?:svc|otto)-(?:info|error|receiver|debug)|app-(?:info|error|debug))$/.test(stem)) return serviceLines;
  return Object.hasOwn(formats, stem) ? (formats[stem] as LogFormat) : plainLines;
}
