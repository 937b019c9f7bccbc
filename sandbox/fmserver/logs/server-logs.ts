import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { TimeSource } from "../clock.ts";
import type { ServerSettings } from "../world/server-schema.ts";
import { logFile } from "./log-file.ts";
import { logTime } from "./log-time.ts";

/** One line of fmdapi.log. */
interface DataApiLine {
  readonly code: string;
  readonly peer: string;
  readonly account: string;
  readonly method: string;
  readonly path: string;
  readonly bytes: number;
}

/** What the server writes down. Without a folder nothing is written. */
export interface ServerLogs {
  dataApiCall(line: DataApiLine): void;
  scriptError(code: string, file: string, script: string): void;
  connected(client: string, database: string, account: string, peer: string): void;
  disconnected(client: string, database: string, account: string): void;
  /** Resolves when everything so far is on disk. */
  flush(): Promise<void>;
}

/** Writes fmdapi.log and Access.log in FileMaker's own formats. */
export function serverLogs(folder: string | undefined, server: ServerSettings, clock: TimeSource): ServerLogs {
  if (folder === undefined) return SILENT;
  mkdirSync(folder, { recursive: true });
  const time = (): string => logTime(clock.now(), server.utcOffsetMinutes);
  const maxBytes = server.logMaxBytes;
  const calls = logFile(join(folder, "fmdapi.log"), { maxBytes, header: "Timestamp\tError\tMessage\tUsage" });
  const event = (code: number, text: string): string => `${time()}\tInformation\t${code}\t${server.host}\t${text}`;
  const access = logFile(join(folder, "Access.log"), {
    maxBytes,
    rotationLine: () => event(228, 'The previous log file reached maximum size, and was renamed to "Access-old.log".'),
  });
  return {
    dataApiCall({ code, peer, account, method, path, bytes }) {
      const level = code === "0" ? "INFO" : "ERROR";
      calls.append([time(), code, level, peer, account, method, withoutToken(path), bytes].join("\t"));
    },
    scriptError(code, file, script) {
      const text = `Script Error -- Script File: '${file}', Script Name: '${script}', Script Step: 'Exit Script'`;
      calls.append([time(), code, "ERROR", "", "", "", text, 0].join("\t"));
    },
    connected(client, database, account, peer) {
      const application = `Data API ${server.version} [fmrest]`;
      access.append(event(638, `Client "${client}" opening a connection from "${peer}" using "${application}".`));
      access.append(event(94, `Client "${client}" opening database "${database}" as "${account}".`));
    },
    disconnected(client, database, account) {
      access.append(event(98, `Client "${client}" closing database "${database}" as "${account}".`));
      access.append(event(22, `Client "${client}" closing a connection.`));
    },
    async flush() {
      await Promise.all([calls.flush(), access.flush()]);
    },
  };
}

/** A token must not stand in a log. */
function withoutToken(path: string): string {
  return path.replace(/(\/sessions\/)[^/]+/, "$1***");
}

const SILENT: ServerLogs = {
  dataApiCall: () => undefined,
  scriptError: () => undefined,
  connected: () => undefined,
  disconnected: () => undefined,
  flush: () => Promise.resolve(),
};
