/** A row of the fault matrix that needs seconds of real time: a fault that is made, and what must hold then. */
export interface FaultRow {
  /** The row of the matrix. */
  readonly id: string;
  /** What is broken, and what must hold. */
  readonly sentence: string;
  /** The test files that hold it, where tests do. */
  readonly tests?: readonly string[];
  /** Whether it breaks what the service keeps things in on AWS; on one machine where left out. Where tests hold it, they say so. */
  readonly isOnAws?: true;
  /** Why it cannot be tried on this machine; undefined where it can. */
  readonly missing?: () => string | undefined;
  /** Makes the fault. @throws what did not hold */
  run(fault: Fault): Promise<void>;
}

/** What a row works with. */
export interface Fault {
  /** An empty folder of its own. */
  readonly folder: string;
  /** Runs when the row is over, whether it held or not; the last one first. */
  atEnd(work: () => Promise<void> | void): void;
}
