import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { TimeSource } from "../clock.ts";
import type { ServerSettings } from "../world/server-schema.ts";
import { logFile } from "./log-file.ts";
import { logTime, odataLogTime } from "./log-time.ts";

/** One line of fmdapi.log. */
interface DataApiLine {
  readonly code: string;
  readonly peer: string;
  readonly account: string;
  readonly method: string;
  readonly path: string;
  readonly bytes: number;
}

/** One line of fmodata.log. */
interface ODataLine {
  readonly code: string;
  readonly peer: string;
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly bytes: number;
}

/** What the server writes down. Without a folder nothing is written. */
export interface ServerLogs {
  dataApiCall(line: DataApiLine): void;
  odataCall(line: ODataLine): void;
  /** In fmdapi.log, or, when a schedule ran the script, in scriptEvent.log. */
  scriptError(code: string, file: string, script: string, schedule?: string): void;
  /** A line of Event.log. */
  event(code: number, text: string, level?: "Information" | "Warning" | "Error"): void;
  /** Lines of LoadSchedules.log, which alone has no times. */
  schedulesLoaded(lines: readonly string[]): void;
  /** A line of fac.log: what administrators do. */
  administration(level: "info" | "warn", peer: string, component: string, text: string): void;
  leftFile(client: string, database: string, account: string): void;
  leftServer(client: string): void;
  connected(client: string, database: string, account: string, peer: string): void;
  disconnected(client: string, database: string, account: string): void;
  /** Resolves when everything so far is on disk. */
  flush(): Promise<void>;
}

/** Writes the server's logs in FileMaker's own formats. */
export function serverLogs(folder: string | undefined, server: ServerSettings, clock: TimeSource): ServerLogs {
  if (folder === undefined) return SILENT;
  mkdirSync(folder, { recursive: true });
  const time = (): string => logTime(clock.now(), server.utcOffsetMinutes);
  const maxBytes = server.logMaxBytes;
  const calls = logFile(join(folder, "fmdapi.log"), { maxBytes, header: "Timestamp\tError\tMessage\tUsage" });
  const odata = logFile(join(folder, "fmodata.log"), { maxBytes });
  const event = (code: number, text: string, level = "Information"): string =>
    [time(), level, code, server.host, text].join("\t");
  const eventFile = (name: string) =>
    logFile(join(folder, `${name}.log`), {
      maxBytes,
      rotationLine: () =>
        event(228, `The previous log file reached maximum size, and was renamed to "${name}-old.log".`),
    });
  const access = eventFile("Access");
  const events = eventFile("Event");
  const scripts = logFile(join(folder, "scriptEvent.log"), { maxBytes, header: "Timestamp\tError\tMessage" });
  const loads = logFile(join(folder, "LoadSchedules.log"), { maxBytes });
  const administration = logFile(join(folder, "fac.log"), { maxBytes });
  const leftFile = (client: string, database: string, account: string): void =>
    access.append(event(98, `Client "${client}" closing database "${database}" as "${account}".`));
  const leftServer = (client: string): void => access.append(event(22, `Client "${client}" closing a connection.`));
  return {
    dataApiCall({ code, peer, account, method, path, bytes }) {
      const level = code === "0" ? "INFO" : "ERROR";
      calls.append([time(), code, level, peer, account, method, withoutToken(path), bytes].join("\t"));
    },
    odataCall({ code, peer, method, url, bytes }) {
      const stamp = odataLogTime(clock.now(), server.utcOffsetMinutes);
      odata.append([stamp, code, code === "0" ? "INFO" : "ERROR", peer, method, url, bytes].join("\t"));
    },
    event(code, text, level) {
      events.append(event(code, text, level));
    },
    schedulesLoaded(lines) {
      for (const line of lines) loads.append(line);
    },
    administration(level, peer, component, text) {
      // Three blanks between the columns, and no fraction of a second.
      const stamp = time().replace(/\.\d+/, "");
      administration.append(
        [`${stamp} - ${level}:`, "fmi", peer, component, "general", "n/a", `"${text}"`].join("   "),
      );
    },
    leftFile,
    leftServer,
    scriptError(code, file, script, schedule) {
      if (schedule !== undefined) {
        const place = `${file} : ${script} : 1 : Exit Script`;
        scripts.append(`${time()}\t${code}\tSchedule "${schedule}" scripting error (${code}) at "${place}".`);
        return;
      }
      const text = `Script Error -- Script File: '${file}', Script Name: '${script}', Script Step: 'Exit Script'`;
      calls.append([time(), code, "ERROR", "", "", "", text, 0].join("\t"));
    },
    connected(client, database, account, peer) {
      const application = `Data API ${server.version} [fmrest]`;
      access.append(event(638, `Client "${client}" opening a connection from "${peer}" using "${application}".`));
      access.append(event(94, `Client "${client}" opening database "${database}" as "${account}".`));
    },
    disconnected(client, database, account) {
      leftFile(client, database, account);
      leftServer(client);
    },
    async flush() {
      await Promise.all([calls, odata, access, events, scripts, loads, administration].map((log) => log.flush()));
    },
  };
}

/** A token must not stand in a log. */
function withoutToken(path: string): string {
  return path.replace(/(\/sessions\/)[^/]+/, "$1***");
}

const SILENT: ServerLogs = {
  dataApiCall: () => undefined,
  odataCall: () => undefined,
  scriptError: () => undefined,
  event: () => undefined,
  schedulesLoaded: () => undefined,
  administration: () => undefined,
  leftFile: () => undefined,
  leftServer: () => undefined,
  connected: () => undefined,
  disconnected: () => undefined,
  flush: () => Promise.resolve(),
};
