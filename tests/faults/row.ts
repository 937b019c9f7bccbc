import type { Witness } from "./load/witness.ts";
import type { FaultId } from "./matrix.ts";

/** A row of the fault matrix: a fault that is made, and what must hold then. */
export type FaultRow = LiveRow | TestsRow;

interface Row {
  readonly id: FaultId;
  /** What is broken, and what must hold. */
  readonly sentence: string;
}

/** A row that breaks something of a running product. */
export interface LiveRow extends Row {
  readonly tests?: undefined;
  /** Whether it breaks what the service keeps things in on AWS; on one machine where left out. */
  readonly isOnAws?: true;
  /** Why it cannot be tried on this machine; undefined where it can. */
  readonly missing?: () => string | undefined;
  /** Whether it may end the product: it is started again then, before the oracles are asked. */
  readonly endsProduct?: true;
  /** Whether it mostly waits, so that others may be tried meanwhile. */
  readonly waits?: true;
  /** Whether it measures what other rows beside it would slow down. */
  readonly measures?: true;
  /** Makes the fault. @throws what did not hold */
  run(fault: Fault): Promise<void>;
}

/** A row that tests hold, on the adapters that the files are for. */
export interface TestsRow extends Row {
  readonly isOnAws?: undefined;
  readonly missing?: undefined;
  readonly tests: readonly string[];
  /** Which tests of these files; all where left out. */
  readonly titles?: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** What a row works with. */
export interface Fault {
  /** An empty folder of its own. */
  readonly folder: string;
  /** What its choices follow from. */
  readonly seed: number;
  /** From 0 to below 1, the same ones for the same seed. */
  random(): number;
  /** What is ended and looked at when the row is over. */
  readonly witnesses: Witness[];
  /** Runs when the row is over, whether it held or not; the last one first. */
  atEnd(work: () => Promise<void> | void): void;
}

/** A row that says nothing of the product this time, since the machine was not fit for it. */
export class NotTriable extends Error {}
