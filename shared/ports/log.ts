/** One structured line. Callers build it from an allow-list of fields; a secret never gets this far. */
export type LogLine = Readonly<Record<string, string | number | boolean | undefined>>;

/** The application logs, which other programs write. */
export type ApplicationLogKind = "info" | "error" | "debug";

/** Where service log lines go: files on one machine, CloudWatch on AWS. Never throws, never blocks the caller. */
export interface Log {
  info(line: LogLine): void;
  error(line: LogLine): void;
  /** What is received for others: incoming webhooks and what becomes of them. */
  receiver(line: LogLine): void;
  /** What helps to find a fault. The line is asked for only where it is switched on. */
  debug(line: () => LogLine): void;
  /** What other programs write here: into the application logs. Of their debug lines, only where those are kept. */
  application(kind: ApplicationLogKind, line: LogLine): void;
  /** Switches debug lines on or off while the service runs, where there is a log for them. */
  setDebug?(isOn: boolean): void;
  /** Resolves when every line handed over so far is written. */
  flush(): Promise<void>;
}
