import type { LogFile } from "#shared/ports/logs/log-source.ts";

/** A place in a log that is recognised later: the file, and how it begins, so that another one is never taken for it. */
export interface Position {
  readonly id: string;
  readonly offset: number;
  /** How many bytes of the file's beginning `head` is made of. */
  readonly headBytes: number;
  readonly head: string;
}

/** A line as text: valid UTF-8 without its ending, cut where it is very long. */
export interface TextLine {
  /** Where it begins. */
  readonly offset: number;
  readonly text: string;
  readonly isCut: boolean;
}

/** A line among the others of its log. */
export interface NumberedLine extends TextLine {
  /** Counted from 0; null where the index has not come so far. */
  readonly number: number | null;
  /** Whether its ending is still missing: it may be longer the next time. */
  readonly isOpen: boolean;
}

/** How far the lines of a log are counted. */
export interface IndexState {
  readonly lines: number;
  readonly bytes: number;
}

/** Which lines are wanted: from a number or a byte on, before or after a place, or the last ones where nothing is said. */
export interface LinesQuery {
  readonly number?: number | undefined;
  readonly offset?: number | undefined;
  readonly before?: Position | undefined;
  readonly after?: Position | undefined;
  readonly count: number;
  /** With `after`, where nothing was written since: looks again for so long. Milliseconds. */
  readonly waitMs?: number | undefined;
}

export interface LinesPage {
  readonly file: LogFile;
  readonly lines: readonly NumberedLine[];
  /** Where the first line begins. */
  readonly start: Position;
  /** Where the lines go on. */
  readonly end: Position;
  /** Whether the place that was named is gone, because the log was rotated or cleared. */
  readonly isRotated: boolean;
  readonly index: IndexState;
}

/** A time stamp's line and those that belong to it. */
export interface TextRecord extends TextLine {
  readonly more: readonly string[];
}

export interface Level {
  readonly level: "info" | "warning" | "error";
}

/** What records are searched for. All of it has to be so. */
export interface SearchQuery {
  readonly text?: string | undefined;
  readonly isPattern?: boolean | undefined;
  readonly isCaseSensitive?: boolean | undefined;
  readonly exclude?: string | undefined;
  readonly levels?: readonly Level["level"][] | undefined;
  /** From this moment on, and before that one. Milliseconds since the epoch. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** The oldest first. */
  readonly isForwards?: boolean | undefined;
  /** Only what begins before this byte, or behind it where the search goes forwards. */
  readonly offset?: number | undefined;
  /** Where an earlier page ended. */
  readonly reached?: Position | undefined;
  readonly limit: number;
}

export interface SearchPage {
  readonly file: LogFile;
  /** In the order of the search. */
  readonly records: readonly TextRecord[];
  /** Where the search goes on; null where it came to the end of it. */
  readonly next: Position | null;
  /** Whether it stopped because its time was up. */
  readonly isPartial: boolean;
  readonly isRotated: boolean;
  readonly scannedBytes: number;
  /** What is wrong with the pattern, where it is none. */
  readonly patternFault: string | null;
}

/** The records around a moment, oldest first. */
export interface AroundQuery {
  readonly at: number;
  readonly withinMs: number;
  readonly limit: number;
}

export interface AroundPage {
  readonly records: readonly TextRecord[];
  /** Whether there are more within the time than these. */
  readonly isCut: boolean;
}

export interface LogRange {
  readonly file: LogFile;
  readonly bytes: Buffer;
}

/** Logs that are files: any part of one can be read. */
export interface LogBytes {
  /** Bytes of a log. With an id, of that file only: another under its name is undefined too. */
  read(name: string, start: number, length: number, id?: string): Promise<LogRange | undefined>;
}

/** Logs that are put together as they are read: their length is known at the end. */
export interface LogStream {
  stream(name: string): Promise<{ readonly file: LogFile; readonly bytes: AsyncIterable<Uint8Array> } | undefined>;
}

/** What can be asked of the logs of any place. */
export interface LogReader {
  /** Logs are views of what is kept elsewhere: clearing one deletes nothing, and what was there is shown no more. */
  readonly isView?: boolean;
  /** How long a follower of a log waits between two looks, where each one costs something and none waits by itself. Milliseconds. */
  readonly pauseMs?: number;
  list(): Promise<readonly LogFile[]>;
  lines(name: string, query: LinesQuery): Promise<LinesPage | undefined>;
  search(name: string, query: SearchQuery): Promise<SearchPage | undefined>;
  around(name: string, query: AroundQuery): Promise<AroundPage | undefined>;
  clear(name: string): Promise<number | undefined>;
}

/** The logs of one place, wherever they are. Undefined where there is no log of the name. */
export type LogBackend = LogReader & (LogBytes | LogStream);
