import { createHash } from "node:crypto";
import * as z from "zod";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";
import type { SessionLimits, SessionRecord } from "../record.ts";
import { noteAccount, sessionItem } from "../store.ts";

/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const cliSignInPartitions = ["hand-over#*"];

// The program made the hash up, at random; what is stored of it finds it again and opens nothing.
const keyOf = (hash: string) => ({
  pk: `hand-over#${createHash("sha256").update(hash).digest("hex").slice(0, 32)}`,
  sk: "hand-over",
});

/** What roles call the passwords on their way from a page to a program. */
export const cliSignInSecrets = "cli-sign-in";
/** What the sealed password of an allowed sign-in is bound to. */
export const cliSignInPassContext = (hash: string) => ({
  kind: cliSignInSecrets,
  item: Object.values(keyOf(hash)).join("|"),
  field: "sealedPass",
});

/** A program that asks for a token. */
const Asker = z.object({ address: z.string(), userAgent: z.string(), askedAt: z.number() });

/** A command-line sign-in that a person has the page open for. Moments are milliseconds since the epoch. */
const HandOver = z.object({
  schema: z.literal(1),
  /** The person's account. */
  user: z.string(),
  /** What page and program show, to be compared. */
  code: z.string(),
  endsAt: z.number(),
  /** The first program that asked since; no other program is ever answered. */
  asker: Asker.nullable(),
  /** The person's password, from the moment of allowing on, sealed to this item. */
  sealedPass: z.string().nullable(),
  /** The Admin API Key that the user signed in with, where it was one. */
  adminKeyId: z.number().nullable().default(null),
  /** Whether FileMaker Server limits the account. */
  isLimited: z.boolean().default(false),
});
export type CliSignIn = z.infer<typeof HandOver>;

/** A sign-in with the version that a change has to name. */
export interface StoredCliSignIn {
  readonly cliSignIn: CliSignIn;
  readonly version: number;
}

/** Hand-overs on the Table port: an item from the opening of the page until the token is collected. */
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

    /** False when there is one already. */
    begin: (hash: string, cliSignIn: CliSignIn): Promise<boolean> =>
      unlessChanged(() => table.put(item(hash, cliSignIn), "absent")),

    /** False when it was changed since. */
    replace: (hash: string, cliSignIn: CliSignIn, version: number): Promise<boolean> =>
      unlessChanged(() => table.put(item(hash, cliSignIn), { version })),

    /** Turns it into a session, once. False when another call was faster. */
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
