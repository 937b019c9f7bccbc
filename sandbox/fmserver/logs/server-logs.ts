import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { TimeSource } from "../clock.ts";
import type { ServerSettings } from "../world/schema/server-schema.ts";
import { type LogFile, logFile } from "./log-file.ts";
import {
  type DataApiLine,
  type EventLevel,
  LOG_HEADERS,
  logLines,
  type ODataLine,
  type TopCallLine,
} from "./log-lines.ts";

/** Folders of logs. */
export interface LogFolders {
  readonly logs: string;
  /** Folder of fac.log, which is separate from the others. */
  readonly adminLogs: string;
}

/** Logs of the server. Without a folder, nothing is written. */
export interface ServerLogs {
  /** True if logs are written. */
  readonly areKept: boolean;
  dataApiCall(line: DataApiLine): void;
  odataCall(line: ODataLine): void;
  /** Logs to fmdapi.log, or, if a schedule ran the script, to scriptEvent.log with the number of occurrences. */
  scriptError(error: ScriptError): void;
  /** Logs to Event.log. */
  event(code: number, text: string, level?: EventLevel): void;
  /** Logs to LoadSchedules.log, whose lines have no times. */
  schedulesLoaded(lines: readonly string[]): void;
  /** Logs an administrator's action to fac.log. */
  administration(level: "info" | "warn", peer: string, component: string, text: string): void;
  /** Logs the server's start to fac.log and fmshelper.log. */
  started(): void;
  leftFile(client: string, database: string, account: string): void;
  leftServer(client: string): void;
  connected(client: string, database: string, account: string, peer: string): void;
  disconnected(client: string, database: string, account: string): void;
  /** Logs to Stats.log, for the interval that ended at `at`. */
  stats(at: number, values: readonly number[]): void;
  topCall(at: number, line: TopCallLine): void;
  clientStats(at: number, client: string, values: readonly number[]): void;
  /** Resolves when all lines so far are on disk. */
  flush(): Promise<void>;
}

/** Script error to log. */
interface ScriptError {
  readonly code: string;
  readonly times: number;
  readonly file: string;
  readonly script: string;
  readonly schedule?: string | undefined;
}

/** Returns logs in FileMaker's own formats. */
export function serverLogs(folders: LogFolders | undefined, server: ServerSettings, clock: TimeSource): ServerLogs {
  if (folders === undefined) return SILENT;
  for (const place of [folders.logs, folders.adminLogs]) mkdirSync(place, { recursive: true });
  const lines = logLines(server);
  const files = openFiles(folders, server, (file, old) => {
    const renamed = `The previous log file reached maximum size, and was renamed to "${old}".`;
    // Logs of events start with this line themselves.
    if (file !== "Event.log" && file !== "Access.log") files.events.append(lines.event(clock.now(), 228, renamed));
    return lines.event(clock.now(), 228, renamed);
  });
  const access = (code: number, text: string): void => files.access.append(lines.event(clock.now(), code, text));
  const leftFile = (client: string, database: string, account: string): void =>
    access(98, `Client "${client}" closing database "${database}" as "${account}".`);
  const leftServer = (client: string): void => access(22, `Client "${client}" closing a connection.`);
  return {
    areKept: true,
    dataApiCall: (line) => files.calls.append(lines.dataApi(clock.now(), { ...line, path: withoutToken(line.path) })),
    odataCall: (line) => files.odata.append(lines.odata(clock.now(), line)),
    event: (code, text, level) => files.events.append(lines.event(clock.now(), code, text, level)),
    schedulesLoaded(texts) {
      for (const text of texts) files.loads.append(text);
    },
    administration(level, peer, component, text) {
      files.administration.append(lines.administration(clock.now(), level, peer, component, text));
    },
    started() {
      files.administration.append(lines.plain(clock.now(), "Admin API started."));
      files.helper.append(lines.plain(clock.now(), "FileMaker Server Helper started."));
    },
    leftFile,
    leftServer,
    scriptError({ code, times, file, script, schedule }) {
      if (schedule !== undefined) {
        const count = times > 1 ? `${code} [${times}x]` : code;
        const place = `${file} : ${script} : 1 : Exit Script`;
        const text = `Schedule "${schedule}" scripting error (${count}) at "${place}".`;
        files.scripts.append(lines.scriptEvent(clock.now(), code, text));
        return;
      }
      const path = `Script Error -- Script File: '${file}', Script Name: '${script}', Script Step: 'Exit Script'`;
      files.calls.append(lines.dataApi(clock.now(), { code, peer: "", account: "", method: "", path, bytes: 0 }));
    },
    connected(client, database, account, peer) {
      const application = `Data API ${server.version} [fmrest]`;
      access(638, `Client "${client}" opening a connection from "${peer}" using "${application}".`);
      access(94, `Client "${client}" opening database "${database}" as "${account}".`);
    },
    disconnected(client, database, account) {
      leftFile(client, database, account);
      leftServer(client);
    },
    stats: (at, values) => files.stats.append(lines.stats(at, values)),
    topCall: (at, line) => files.topCalls.append(lines.topCall(at, line)),
    clientStats: (at, client, values) => files.clients.append(lines.clientStats(at, client, values)),
    async flush() {
      await Promise.all(Object.values(files).map((log) => log.flush()));
      // A rotation during the flush has added a line to Event.log.
      await files.events.flush();
    },
  };
}

function openFiles(
  { logs, adminLogs }: LogFolders,
  { logMaxBytes: maxBytes }: ServerSettings,
  rotation: (file: string, old: string) => string,
) {
  const open = (name: string, folder = logs): LogFile => {
    // The only log that its own process rotates.
    const old = name === "fmodata.log" ? `${name}.1` : name.replace(/\.log$/, "-old.log");
    const header = (LOG_HEADERS as Readonly<Record<string, readonly string[]>>)[name];
    const isOfEvents = name === "Event.log" || name === "Access.log";
    return logFile(join(folder, name), {
      maxBytes,
      oldPath: join(folder, old),
      hasMark: name === "fmodata.log" || name === "scriptEvent.log",
      ...(header === undefined ? {} : { header }),
      ...(isOfEvents ? { rotationLine: () => rotation(name, old) } : { rotated: () => void rotation(name, old) }),
    });
  };
  return {
    calls: open("fmdapi.log"),
    odata: open("fmodata.log"),
    access: open("Access.log"),
    events: open("Event.log"),
    scripts: open("scriptEvent.log"),
    loads: open("LoadSchedules.log"),
    helper: open("fmshelper.log"),
    stats: open("Stats.log"),
    topCalls: open("TopCallStats.log"),
    clients: open("ClientStats.log"),
    administration: open("fac.log", adminLogs),
  };
}

/** Removes the token from a path: logs must not contain tokens. */
function withoutToken(path: string): string {
  return path.replace(/(\/sessions\/)[^/]+/, "$1***");
}

const SILENT: ServerLogs = {
  areKept: false,
  dataApiCall: () => undefined,
  odataCall: () => undefined,
  scriptError: () => undefined,
  event: () => undefined,
  schedulesLoaded: () => undefined,
  administration: () => undefined,
  started: () => undefined,
  leftFile: () => undefined,
  leftServer: () => undefined,
  connected: () => undefined,
  disconnected: () => undefined,
  stats: () => undefined,
  topCall: () => undefined,
  clientStats: () => undefined,
  flush: () => Promise.resolve(),
};
