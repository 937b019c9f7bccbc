import type { NoticeName } from "../events/contract.ts";
import type { TroubleRecord } from "../record.ts";

/** Detected problem. */
export interface Trouble {
  /** Distinguishes it from other problems of the same watch. */
  readonly subject: string;
  readonly event: NoticeName;
  /** Current stage, if the problem gets worse in stages. Each stage is notified. */
  readonly stage?: string;
  /** Short name of the affected object. */
  readonly name: string;
  readonly text: string;
  readonly only?: Only;
}

/** Numbers of the destinations to notify instead of the subscribed ones; null for the subscribed ones. */
export type Only = readonly number[] | null;

/** Notification about the end of a problem. */
export interface Normal {
  readonly event: NoticeName;
  readonly text: string;
  readonly only?: Only;
}

/** Check that runs periodically. */
export interface Watch {
  readonly name: string;
  /** Interval in milliseconds. 0 checks in every sweep. */
  readonly everyMs: number;
  /** Minimum duration of a problem in milliseconds before it is notified. */
  readonly afterMs: number;
  /** Returns the current problems; undefined if they can't be determined. `known` has the problems of the last check. */
  look(known: readonly TroubleRecord[]): Promise<readonly Trouble[] | undefined>;
  /** Returns the notification for the end of a problem with its duration, such as `2m 5s`. Undefined for none. */
  normal(trouble: TroubleRecord, lasted: string): Promise<Normal | undefined>;
}
