import type { NoticeName } from "../events/contract.ts";
import type { TroubleRecord } from "../record.ts";

/** Something that is not as it should be. */
export interface Trouble {
  /** What tells it from others of the same watch. */
  readonly subject: string;
  readonly event: NoticeName;
  /** Where it gets worse in steps, each of which is notified: which one it is. */
  readonly stage?: string;
  /** What it is about, in a word. */
  readonly name: string;
  readonly text: string;
  readonly only?: Only;
}

/** Numbers of the destinations that are notified, in place of those that want such events; null: these. */
export type Only = readonly number[] | null;

/** What is notified when a trouble that was notified has ended. */
export interface Normal {
  readonly event: NoticeName;
  readonly text: string;
  readonly only?: Only;
}

/** Looks after something again and again. */
export interface Watch {
  readonly name: string;
  /** How often it looks. Milliseconds, 0: each time that watches look. */
  readonly everyMs: number;
  /** For how long something has to be wrong before that is notified. Milliseconds. */
  readonly afterMs: number;
  /** What is wrong now; undefined where that cannot be seen. `known` is what was wrong at the last look. */
  look(known: readonly TroubleRecord[]): Promise<readonly Trouble[] | undefined>;
  /** What there is to say of the end of a trouble that has lasted so long, such as `2m 5s`. Undefined: nothing. */
  normal(trouble: TroubleRecord, lasted: string): Promise<Normal | undefined>;
}
