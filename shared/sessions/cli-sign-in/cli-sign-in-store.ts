import { createHash } from "node:crypto";
import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";
import type { SessionLimits, SessionRecord } from "../record.ts";
import { noteAccount, sessionItem } from "../store.ts";

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const cliSignInPartitions = ["hand-over#*"];

// The program chose the hash at random. Only a hash of it is stored, which identifies the sign-in but can't be used for it.
const keyOf = (hash: string) => ({
  pk: `hand-over#${createHash("sha256").update(hash).digest("hex").slice(0, 32)}`,
  sk: "hand-over",
});

/** Name of the passwords in transit from a page to a program, for roles. */
export const cliSignInSecrets = "cli-sign-in";
/** Returns the context of the encrypted password of an allowed sign-in. */
export const cliSignInPassContext = (hash: string) => ({
  kind: cliSignInSecrets,
  item: Object.values(keyOf(hash)).join("|"),
  field: "sealedPass",
});

/** Program that asks for a token. */
const Asker = z.object({
  address: z.string(),
  userAgent: z.string(),
  askedAt: z.number(),
  /** SHA-256 of the secret that the program sends with each question, in hexadecimal digits. Null if it sends none. */
  secretHash: z.string().nullable().default(null),
});

/** Command-line sign-in with an open page. Times are in milliseconds since the epoch. */
const HandOver = storedRecord("sessions/cli-sign-in/hand-over", 1, {
  /** Account of the person. */
  user: z.string(),
  /** Code that both page and program show for comparison. */
  code: z.string(),
  endsAt: z.number(),
  /** First program that asked. No other program is ever served. */
  asker: Asker.nullable(),
  /** Password of the person, encrypted for this item; stored once the sign-in is allowed. */
  sealedPass: z.string().nullable(),
  /** Admin API key that the user signed in with, if any. */
  adminKeyId: z.number().nullable().default(null),
  /** True if FileMaker Server limits the account. */
  isLimited: z.boolean().default(false),
});
export type CliSignIn = z.infer<typeof HandOver>;

/** Sign-in with the item version for conditional writes. */
export interface StoredCliSignIn {
  readonly cliSignIn: CliSignIn;
  readonly version: number;
}

/** Stores hand-overs on the Table port: one item from the opening of the page until the token is collected. */
export function cliSignInStore(table: Table) {
  const unlessChanged = async (write: () => Promise<unknown>): Promise<boolean> => {
    try {
      await write();
      return true;
    } catch (thrown) {
      if (thrown instanceof ConditionFailed) return false;
      throw thrown;
    }
  };
  const item = (hash: string, cliSignIn: CliSignIn) => ({
    ...keyOf(hash),
    fields: cliSignIn,
    expiresAt: Math.ceil(cliSignIn.endsAt / 1000),
  });

  return {
    async get(hash: string): Promise<StoredCliSignIn | undefined> {
      const stored = await table.get(keyOf(hash));
      return stored && { cliSignIn: HandOver.parse(stored.fields), version: stored.version };
    },

    /** Returns false if it already exists. */
    begin: (hash: string, cliSignIn: CliSignIn): Promise<boolean> =>
      unlessChanged(() => table.put(item(hash, cliSignIn), "absent")),

    /** Returns false if it was changed since it was read. */
    replace: (hash: string, cliSignIn: CliSignIn, version: number): Promise<boolean> =>
      unlessChanged(() => table.put(item(hash, cliSignIn), { version })),

    /** Converts it to a session, once. Returns false if another call came first. */
    async redeem(hash: string, version: number, session: SessionRecord, limits: SessionLimits): Promise<boolean> {
      await noteAccount(table, session, limits);
      return unlessChanged(() =>
        table.transact([
          { delete: keyOf(hash), condition: { version } },
          { put: sessionItem(session, limits), condition: "absent" },
        ]),
      );
    },

    async forget(hash: string): Promise<void> {
      await table.delete(keyOf(hash));
    },
  };
}

export type CliSignInStore = ReturnType<typeof cliSignInStore>;
