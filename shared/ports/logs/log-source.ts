/** A log file as a listing names it. `id` stays while the file is written on, and changes when another takes its name. */
export interface LogFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  readonly id: string;
}

/** One log file, open: what was opened is read, whatever happens to its name meanwhile. */
export interface OpenLog extends LogFile {
  /** Up to `length` bytes from `start`; fewer where the file ends. */
  read(start: number, length: number): Promise<Buffer>;
  /** The same into bytes that are there already, for callers that read much. Answers how many came. */
  readInto(bytes: Buffer, start: number): Promise<number>;
  close(): Promise<void>;
}

/** A folder of logs. Names are those of its own listing, letter by letter; any other is no log (R9.3). */
export interface LogSource {
  list(): Promise<readonly LogFile[]>;
  /** Undefined where there is no log of this name. */
  open(name: string): Promise<OpenLog | undefined>;
  /** Empties a log and leaves the file. Undefined where there is none. Answers how many bytes went. */
  clear(name: string): Promise<number | undefined>;
}
