/** Log file in a listing. `id` stays the same while the file grows, and changes when another file gets its name. */
export interface LogFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  readonly id: string;
}

/** Open log file. It stays the same file even if it is renamed in the meantime. */
export interface OpenLog extends LogFile {
  /** Reads up to `length` bytes from `start`; fewer at the end of the file. */
  read(start: number, length: number): Promise<Buffer>;
  /** Reads into an existing buffer, for callers that read a lot. Returns the number of bytes. */
  readInto(bytes: Buffer, start: number): Promise<number>;
  close(): Promise<void>;
}

/** Folder of logs. Only names from its own listing, letter by letter, are logs. */
export interface LogSource {
  list(): Promise<readonly LogFile[]>;
  /** Opens a log. Undefined if there is none of this name. */
  open(name: string): Promise<OpenLog | undefined>;
  /** Clears a log without deleting its file. Returns the number of bytes removed, or undefined if there is no log. */
  clear(name: string): Promise<number | undefined>;
}
