import type * as z from "zod";
import type { PartName } from "./contract.ts";

/**
 * What a resource brings to be transferred: its things as entries of a file, which belong to no installation. Numbers of this
 * installation are not in them, and their secrets are in the clear: only sealed files hold entries.
 */
export interface TransferPart<Entry, Stored> {
  /** What an entry looks like. What it does not name is not taken from a file. */
  readonly entry: z.ZodType<Entry>;
  /** All that there is here. */
  all(): Promise<readonly Stored[]>;
  entryOf(stored: Stored): Promise<Entry>;
  /** By what one is known in every installation: a stable id, or else its name. */
  identityOf(entry: Entry): string;
  /** The same of what is there, without its secrets being opened. */
  identityOfStored(stored: Stored): string;
  /** What of an entry makes it the same as another; all of it, where nothing is said. */
  comparedBy?(entry: Entry): unknown;
  /** What people know it by. Never a secret. */
  titleOf(entry: Entry): string;
  /** What else entries of other parts refer to, in addition to identities. */
  otherIdentities?(): Promise<readonly string[]>;
  /** Why it cannot be taken, if so. */
  refusalOf?(entry: Entry, surroundings: Surroundings): Promise<string | undefined>;
  /** What to think of before it is taken over, if anything. `here`: what there is of it. */
  warningOf?(entry: Entry, here: Entry | undefined): string | undefined;
  /** In one transaction. @throws ConditionFailed where there is one by now */
  create(entry: Entry): Promise<void>;
  /** In one write. @throws ConditionFailed where it was changed meanwhile */
  replace(entry: Entry, stored: Stored): Promise<void>;
}

/** Whether what an entry refers to is about to be taken over with it, though it is not here yet. */
export type ComesAlong = (part: PartName, identity: string) => boolean;

/** An installation that entries are compared with: this one, or another that has sent digests of what it has. */
export interface Surroundings {
  readonly comesAlong: ComesAlong;
  /** True if it is there already. */
  isThere(part: PartName, identity: string): Promise<boolean>;
  /** Number of things that a part has there. */
  count(part: PartName): Promise<number>;
}

/** A part whose types only it knows itself. */
// biome-ignore lint/suspicious/noExplicitAny: what one part makes, it alone reads again
export type AnyTransferPart = TransferPart<any, any>;
