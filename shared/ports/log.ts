/** Structured log line. Callers build it from an allowlist of fields, so that it never contains a secret. */
export type LogLine = Readonly<Record<string, string | number | boolean | undefined>>;

/** Application logs, which other programs write. */
export type ApplicationLogKind = "info" | "error" | "debug";

/** Destination of service log lines: files on one machine, CloudWatch on AWS. Never throws, never blocks the caller. */
export interface Log {
  info(line: LogLine): void;
  error(line: LogLine): void;
  /** Logs what is received for others: incoming webhooks and their results. */
  receiver(line: LogLine): void;
  /** Logs details for debugging. `line` is called only if debug lines are enabled. */
  debug(line: () => LogLine): void;
  /** Writes a line of another program to the application logs. Its debug lines only if they are kept. */
  application(kind: ApplicationLogKind, line: LogLine): void;
  /** Enables or disables debug lines at runtime, if there is a log for them. */
  setDebug?(isOn: boolean): void;
  /** Resolves when all lines so far are written. */
  flush(): Promise<void>;
}
