/** A line as a store of lines keeps it. */
export interface LogEvent {
  /** Unique, and in order among events of one moment. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly text: string;
}

/** Which events are wanted. */
export interface EventRange {
  /** The first and the last moment, both included. Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  /** Our lines of this level alone. All lines where nothing is said. */
  readonly level?: string | undefined;
  /** Our lines that have a text in this field alone. */
  readonly field?: string | undefined;
  readonly newestFirst?: boolean;
  /** The most that one page holds. */
  readonly pageSize?: number;
}

/** Lines that all instances of the service have written, in one store, by time: there are no files, and nothing is deleted by hand. */
export interface LogEvents {
  /** Page by page, which may be empty though more follow. Events of one moment stand side by side, in any order. */
  read(range: EventRange): AsyncGenerator<readonly LogEvent[]>;
  /** How much is kept, as the store counts it from time to time, and when it was written to last. */
  facts(): Promise<{ readonly sizeBytes: number; readonly modifiedAt: number }>;
}
