import type * as z from "zod";
import type { PartName } from "./contract.ts";

/**
 * Part of a transfer that a resource provides: its things as entries of a file, independent of the installation. Entries contain no numbers
 * of this installation, and their secrets aren't sealed, so they exist only in sealed files.
 */
export interface TransferPart<Entry, Stored> {
  /** Schema of an entry. Unknown fields aren't imported from a file. */
  readonly entry: z.ZodType<Entry>;
  /** Returns everything that exists here. */
  all(): Promise<readonly Stored[]>;
  entryOf(stored: Stored): Promise<Entry>;
  /** Returns the identity of an entry in every installation: a stable id, or its name. */
  identityOf(entry: Entry): string;
  /** Returns the identity of a stored entry, without unsealing its secrets. */
  identityOfStored(stored: Stored): string;
  /** Returns the fields by which two entries are compared. Default: the whole entry. */
  comparedBy?(entry: Entry): unknown;
  /** Returns the name that users see. Never a secret. */
  titleOf(entry: Entry): string;
  /** Returns further names that entries of other parts use in references. */
  otherIdentities?(): Promise<readonly string[]>;
  /** Returns the reason why the entry can't be imported, if there is one. */
  refusalOf?(entry: Entry, surroundings: Surroundings): Promise<string | undefined>;
  /** Returns a warning about the import, if there is one. `here`: the existing entry. */
  warningOf?(entry: Entry, here: Entry | undefined): string | undefined;
  /** Creates the entry in one transaction. @throws ConditionFailed if it already exists */
  create(entry: Entry): Promise<void>;
  /** Replaces the entry in one write. @throws ConditionFailed if it was changed in the meantime */
  replace(entry: Entry, stored: Stored): Promise<void>;
}

/** Returns true if a referenced entry is about to be imported too, though it doesn't exist here yet. */
export type ComesAlong = (part: PartName, identity: string) => boolean;

/** Installation that entries are compared with: this one, or another that has sent digests. */
export interface Surroundings {
  readonly comesAlong: ComesAlong;
  /** Returns true if the entry exists there. */
  isThere(part: PartName, identity: string): Promise<boolean>;
  /** Returns the number of entries of a part there. */
  count(part: PartName): Promise<number>;
}

/** Part whose types only the part itself knows. */
// biome-ignore lint/suspicious/noExplicitAny: what one part makes, it alone reads again
export type AnyTransferPart = TransferPart<any, any>;
