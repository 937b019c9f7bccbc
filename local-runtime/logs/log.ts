import { join } from "node:path";
import type { Clock } from "#shared/ports/clock.ts";
import type { Log, LogLine } from "#shared/ports/log.ts";
import { type LogFile, logFile } from "./log-file.ts";

export interface LogOptions {
  /**
   * Created if missing. Contains `svc-info.log`, `svc-error.log`, `svc-receiver.log`, `svc-debug.log`, `app-info.log`, `app-error.log` and
   * `app-debug.log`, and the `-old.log` of each.
   */
  readonly folder: string;
  readonly clock: Clock;
  /** Maximum file size. A file that would exceed it is renamed, and a new one started. */
  readonly largestFileBytes?: number;
  /** True to write the lines of `svc-error.log` to standard error too. */
  readonly copiesErrors?: boolean;
  /** True to always write debug lines, regardless of later settings. */
  readonly isDebug?: boolean;
  /** True to write debug lines of other programs. */
  readonly keepsApplicationDebug?: boolean;
  /** Called when writing fails; not again before a write has succeeded. */
  readonly onFailure?: (message: string) => void;
}

/** The Log port: JSON lines in files, batched and written together. */
export interface LocalLog extends Log {
  close(): Promise<void>;
}

export function openLog(options: LogOptions): LocalLog {
  const { folder, clock, largestFileBytes = 40 * 1024 * 1024, isDebug = false, copiesErrors = false } = options;
  const { keepsApplicationDebug = false } = options;
  const { onFailure = (message) => process.stderr.write(`${message}\n`) } = options;
  const files = {
    info: fileOf("svc-info"),
    error: fileOf("svc-error"),
    receiver: fileOf("svc-receiver"),
    debug: fileOf("svc-debug"),
    appInfo: fileOf("app-info"),
    appError: fileOf("app-error"),
    appDebug: fileOf("app-debug"),
  };
  const closing = new AbortController();
  let failing = false;
  let due = false;
  let debugging = isDebug;
  let stamp = { at: Number.NaN, text: "" };

  function fileOf(name: string): LogFile {
    return logFile(join(folder, name), largestFileBytes);
  }

  function add(file: LogFile, line: LogLine): void {
    try {
      const json = JSON.stringify(line);
      const keptBytes = file.add(json === "{}" ? timed() : `${timed()},`, json.slice(1));
      if (keptBytes >= maxKeptBytes) setImmediate(writeNow);
      else if (!due) void scheduleWrite();
    } catch (error) {
      report(error);
    }
  }

  /** Returns the start of a line. Thousands of lines share a millisecond, so the text is cached. */
  function timed(): string {
    const now = clock.now();
    if (now !== stamp.at) stamp = { at: now, text: `{"time":"${new Date(now).toISOString()}"` };
    return stamp.text;
  }

  async function scheduleWrite(): Promise<void> {
    due = true;
    try {
      await clock.sleep(pauseMs, closing.signal);
    } catch {
      // Closed meanwhile: closing writes the buffer.
      return;
    } finally {
      due = false;
    }
    writeNow();
  }

  /** Writes synchronously: writing to the system's cache takes microseconds, and a process that exits loses nothing. */
  function writeNow(): void {
    try {
      for (const file of Object.values(files)) file.write();
      failing = false;
    } catch (error) {
      report(error);
    }
  }

  function report(error: unknown): void {
    if (failing) return;
    failing = true;
    onFailure(`Can't write the service logs in ${folder}: ${error instanceof Error ? error.message : error}`);
  }

  process.on("exit", writeNow);
  return {
    info: (line) => add(files.info, line),
    error(line) {
      add(files.error, line);
      if (copiesErrors) process.stderr.write(`${JSON.stringify(line)}\n`);
    },
    receiver: (line) => add(files.receiver, line),
    debug: (line) => {
      if (debugging) add(files.debug, line());
    },
    application(kind, line) {
      if (kind !== "debug" || keepsApplicationDebug) add(files[applicationFiles[kind]], line);
    },
    setDebug(isOn) {
      debugging = isDebug || isOn;
    },
    async flush() {
      writeNow();
    },
    async close() {
      closing.abort();
      process.off("exit", writeNow);
      writeNow();
      for (const file of Object.values(files)) file.close();
    },
  };
}

const applicationFiles = { info: "appInfo", error: "appError", debug: "appDebug" } as const;
const pauseMs = 100;
const maxKeptBytes = 64 * 1024;
