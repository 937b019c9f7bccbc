/** A message for the queue of work, at an instant that lies ahead. */
export interface Schedule {
  /** Names it, and nothing else: 1 to 64 of `A-Z a-z 0-9 . _ -`. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** As the queue takes it. */
  readonly body: string;
}

/** Messages for later than the queue itself can hold them back. */
export interface Schedules {
  /**
   * Resolves when it is stored: its message goes into the queue once, not before its instant, and where the store counts
   * minutes up to one later. It takes the place of another of its name; saying it again changes nothing. @throws StoreUnavailable
   */
  put(schedule: Schedule): Promise<void>;
  /** The message does not come any more. What is not there, or not any more, is no error. @throws StoreUnavailable */
  remove(name: string): Promise<void>;
}
