import type { LogFile } from "#shared/ports/logs/log-source.ts";

/** Position in a log that can be recognized later: the file and its first bytes, so that it isn't confused with another. */
export interface Position {
  readonly id: string;
  readonly offset: number;
  /** Number of bytes at the file's beginning that `head` covers. */
  readonly headBytes: number;
  readonly head: string;
}

/** Line as text: valid UTF-8 without its ending, cut if it is very long. */
export interface TextLine {
  /** Offset of its first byte. */
  readonly offset: number;
  readonly text: string;
  readonly isCut: boolean;
}

/** Line and its number in the log. */
export interface NumberedLine extends TextLine {
  /** Counted from 0. Null if the index doesn't reach it yet. */
  readonly number: number | null;
  /** True if its ending is still missing: it may be longer the next time. */
  readonly isOpen: boolean;
}

/** Progress of counting a log's lines. */
export interface IndexState {
  readonly lines: number;
  readonly bytes: number;
}

/** Selects lines: from a number or a byte on, or before or after a position. Default: the last lines. */
export interface LinesQuery {
  readonly number?: number | undefined;
  readonly offset?: number | undefined;
  readonly before?: Position | undefined;
  readonly after?: Position | undefined;
  readonly count: number;
  /** With `after`: time to wait for new lines. Milliseconds. */
  readonly waitMs?: number | undefined;
}

export interface LinesPage {
  readonly file: LogFile;
  readonly lines: readonly NumberedLine[];
  /** Position of the first line. */
  readonly start: Position;
  /** Position after the last line. */
  readonly end: Position;
  /** True if the given position no longer exists, because the log was rotated or cleared. */
  readonly isRotated: boolean;
  readonly index: IndexState;
}

/** Line with a time stamp and the lines that belong to it. */
export interface TextRecord extends TextLine {
  readonly more: readonly string[];
}

export interface Level {
  readonly level: "info" | "warning" | "error";
}

/** Conditions of a search, all of which must match. */
export interface SearchQuery {
  readonly text?: string | undefined;
  readonly isPattern?: boolean | undefined;
  readonly isCaseSensitive?: boolean | undefined;
  readonly exclude?: string | undefined;
  readonly levels?: readonly Level["level"][] | undefined;
  /** Start (inclusive) and end (exclusive). Milliseconds since the epoch. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** True to search oldest first. */
  readonly isForwards?: boolean | undefined;
  /** Only records that begin before this byte, or after it if the search goes forwards. */
  readonly offset?: number | undefined;
  /** End of the previous page. */
  readonly reached?: Position | undefined;
  readonly limit: number;
}

export interface SearchPage {
  readonly file: LogFile;
  /** In search order. */
  readonly records: readonly TextRecord[];
  /** Position of the next page. Null at the end of the search. */
  readonly next: Position | null;
  /** True if it stopped because of its time limit. */
  readonly isPartial: boolean;
  readonly isRotated: boolean;
  readonly scannedBytes: number;
  /** Error in the pattern, if it is invalid. */
  readonly patternFault: string | null;
}

/** Selects the records around a time, oldest first. */
export interface AroundQuery {
  readonly at: number;
  readonly withinMs: number;
  readonly limit: number;
}

export interface AroundPage {
  readonly records: readonly TextRecord[];
  /** True if there are more records in the time range. */
  readonly isCut: boolean;
}

export interface LogRange {
  readonly file: LogFile;
  readonly bytes: Buffer;
}

/** Logs that are files: any range can be read. */
export interface LogBytes {
  /** Reads bytes of a log. With an id, only from that file; undefined if another one has its name. */
  read(name: string, start: number, length: number, id?: string): Promise<LogRange | undefined>;
  /**
   * Returns an address where a caller gets the log, with the bytes that it has now. Only where long answers are limited.
   * @throws ServiceError download_not_ready if the bytes aren't there by `answerBy`
   */
  address?(file: LogFile, answerBy: number): Promise<string>;
}

/** Logs that are assembled while they are read. Their length is known only at the end. */
export interface LogStream {
  stream(name: string): Promise<{ readonly file: LogFile; readonly bytes: AsyncIterable<Uint8Array> } | undefined>;
}

/** Operations on logs, wherever they are stored. */
export interface LogReader {
  /** True if logs are views of stored events. Clearing one deletes nothing, but hides what was there. */
  readonly isView?: boolean;
  /** Pause of a follower between two reads, if each read costs something and none waits for new lines. Milliseconds. */
  readonly pauseMs?: number;
  list(): Promise<readonly LogFile[]>;
  lines(name: string, query: LinesQuery): Promise<LinesPage | undefined>;
  search(name: string, query: SearchQuery): Promise<SearchPage | undefined>;
  around(name: string, query: AroundQuery): Promise<AroundPage | undefined>;
  clear(name: string): Promise<number | undefined>;
}

/** Logs of one place. Operations return undefined if there is no log of the name. */
export type LogBackend = LogReader & (LogBytes | LogStream);
