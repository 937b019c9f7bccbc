import type { Witness } from "./load/witness.ts";
import type { FaultId } from "./matrix.ts";

/** Row of the fault matrix: an injected fault and the required behavior. */
export type FaultRow = LiveRow | TestsRow;

interface Row {
  readonly id: FaultId;
  /** The fault, and the required behavior. */
  readonly sentence: string;
}

/** Row that injects a fault into a running product. */
export interface LiveRow extends Row {
  readonly tests?: undefined;
  /** True if the fault affects the stores of the AWS adapters. Default: those of one machine. */
  readonly isOnAws?: true;
  /** Reason why the row can't run on this machine; undefined if it can. */
  readonly missing?: () => string | undefined;
  /** True if the fault may end the product: it is then restarted before the oracles check it. */
  readonly endsProduct?: true;
  /** True if the row mostly waits, so that others can run meanwhile. */
  readonly waits?: true;
  /** True if the row measures something that parallel rows would slow down. */
  readonly measures?: true;
  /** Injects the fault. @throws the violated condition */
  run(fault: Fault): Promise<void>;
}

/** Row that is covered by tests, on the adapters that their files run on. */
export interface TestsRow extends Row {
  readonly isOnAws?: undefined;
  readonly missing?: undefined;
  readonly tests: readonly string[];
  /** Titles of the tests in these files. Default: all. */
  readonly titles?: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Environment of a row. */
export interface Fault {
  /** Separate empty folder. */
  readonly folder: string;
  /** Seed of all random choices. */
  readonly seed: number;
  /** Returns a number from 0 to less than 1; the same sequence for the same seed. */
  random(): number;
  /** Witnesses that are stopped and checked when the row is over. */
  readonly witnesses: Witness[];
  /** Runs after the row, whether it passed or not; the last one first. */
  atEnd(work: () => Promise<void> | void): void;
}

/** The row has no result this time because the machine was unsuitable. */
export class NotTriable extends Error {}
