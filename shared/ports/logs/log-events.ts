/** Line in a log store. */
export interface LogEvent {
  /** Unique, and ordered among events of the same time. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly text: string;
}

/** Selects events. */
export interface EventRange {
  /** First and last time, both inclusive. Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  /** Only our lines of this level. Default: all lines. */
  readonly level?: string | undefined;
  /** Only our lines that have text in this field. */
  readonly field?: string | undefined;
  readonly newestFirst?: boolean;
  /** Maximum number of events per page. */
  readonly pageSize?: number;
}

/** Lines of all instances of the service in one store, by time: there are no files, and nothing is deleted manually. */
export interface LogEvents {
  /** Yields pages of events. A page can be empty even if more follow. Events of the same time are adjacent, in any order. */
  read(range: EventRange): AsyncGenerator<readonly LogEvent[]>;
  /** Returns the stored size, which the store updates from time to time, and the time of the last write. */
  facts(): Promise<{ readonly sizeBytes: number; readonly modifiedAt: number }>;
}
