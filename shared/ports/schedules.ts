/** Message for the work queue at a future time. */
export interface Schedule {
  /** Unique name: 1 to 64 of `A-Z a-z 0-9 . _ -`. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Body of the queue message. */
  readonly body: string;
}

/** Delays messages for longer than the queue can. */
export interface Schedules {
  /**
   * Stores a schedule: its message is sent to the queue once, not before its time, and up to a minute later if the store counts
   * minutes. Replaces another one of its name; repeating the call changes nothing.
   * @throws StoreUnavailable
   */
  put(schedule: Schedule): Promise<void>;
  /** Cancels the message. A missing schedule isn't an error. @throws StoreUnavailable */
  remove(name: string): Promise<void>;
}
