import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type NewItem, type Table } from "#shared/ports/table.ts";
import { type SessionLimits, type SessionRecord, sessionIn } from "./record.ts";
import { endOf, latestEndOf } from "./rules.ts";

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const signInPartitions = ["sign-in#*"];
/** Index partitions with the sessions of a user. */
export const signInsOfUserPartitions = ["sign-ins-of#*"];
/** Partition with the accounts that have signed in. */
export const signedInAccountPartitions = ["signed-in"];

const keyOf = (id: string) => ({ pk: `sign-in#${id}`, sk: "session" });
// FileMaker compares account names case-insensitively.
const normalized = (user: string) => user.toLowerCase();
const ofUser = (user: string) => `sign-ins-of#${normalized(user)}`;
const endedKey = (user: string) => ({ pk: `sign-in#ended#${normalized(user)}`, sk: "ended" });
const accountKey = (user: string) => ({ pk: "signed-in", sk: normalized(user) });

/** Stored end of all sessions of an account, except one. */
const AllEnded = z.object({ schema: z.literal(1), before: z.number(), sparedId: z.string().nullable() });

/** Stored account that has signed in. */
const SignedInAccount = storedRecord("sessions/signed-in-account", 1, { user: z.string() });

/** Name of the passwords of signed-in users in roles. */
export const signInSecrets = "sign-in";
/** Returns the context of an encrypted password. */
export const sessionPassContext = (id: string) => ({
  kind: signInSecrets,
  item: Object.values(keyOf(id)).join("|"),
  field: "sealedPass",
});

/** Session with the item version for conditional writes. */
export interface StoredSession {
  readonly record: SessionRecord;
  readonly version: number;
}

/** Fields that change during a session. */
type SessionChange = Partial<Pick<SessionRecord, "lastUsedAt" | "checkedAt">>;

/** Stores sessions of people on the Table port: one item each, found by the hash of its value, and by account in order of sign-in. */
export function userSessionStore(table: Table) {
  return {
    async byId(id: string): Promise<StoredSession | undefined> {
      const item = await table.get(keyOf(id));
      return item && { record: sessionIn(item.fields), version: item.version };
    },

    async create(record: SessionRecord, limits: SessionLimits): Promise<void> {
      await noteAccount(table, record, limits);
      await table.put(sessionItem(record, limits), "absent");
    },

    /** Changes an existing session. Returns false if it no longer exists, or was changed since `version`. */
    async change(id: string, set: SessionChange, endsAt?: number, version?: number): Promise<boolean> {
      try {
        const change = { set, ...(endsAt !== undefined && { expiresAt: seconds(endsAt) }) };
        await table.update(keyOf(id), change, version === undefined ? "present" : { version });
        return true;
      } catch (thrown) {
        if (thrown instanceof ConditionFailed) return false;
        throw thrown;
      }
    },

    /**
     * Lists a page of an account's sessions, newest first.
     * @throws CursorRefused
     */
    async ofUser(user: string, { cursor, limit }: { readonly cursor?: string | undefined; readonly limit?: number }) {
      const query = {
        pk: ofUser(user),
        index: true,
        reverse: true,
        ...(limit !== undefined && { limit }),
        ...(cursor !== undefined && { cursor }),
      };
      const page = await table.query(query);
      return { records: page.items.map(({ fields }) => sessionIn(fields)), cursor: page.cursor ?? null };
    },

    /** Returns all sessions of an account. */
    async allOfUser(user: string): Promise<readonly SessionRecord[]> {
      return Array.fromAsync(allItems(table, { pk: ofUser(user), index: true }), ({ fields }) => sessionIn(fields));
    },

    /**
     * Lists a page of the accounts that may have sessions, by name.
     * @throws CursorRefused
     */
    async accounts({ cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number }) {
      const page = await table.query({ pk: accountKey("").pk, limit, ...(cursor !== undefined && { cursor }) });
      return { users: page.items.map(({ fields }) => SignedInAccount.parse(fields).user), cursor: page.cursor ?? null };
    },

    async allAccounts(): Promise<readonly string[]> {
      return Array.fromAsync(
        allItems(table, { pk: accountKey("").pk }),
        ({ fields }) => SignedInAccount.parse(fields).user,
      );
    },

    async end(id: string): Promise<void> {
      await table.delete(keyOf(id));
    },

    /**
     * Ends all sessions of an account that were created before a time, except one. The index can miss the newest sessions, so their end is
     * checked when they are used.
     */
    async endAllBefore(user: string, before: number, sparedId: string | null, limits: SessionLimits): Promise<void> {
      // By then, the sessions have reached their maximum lifetime.
      const expiresAt = seconds(before + limits.absoluteMs);
      await table.put({ ...endedKey(user), fields: { schema: 1, before, sparedId }, expiresAt });
    },

    /** Returns true if a session has ended with all sessions of its account. */
    async isEnded({ id, user, createdAt }: SessionRecord, now: number): Promise<boolean> {
      const item = await table.get(endedKey(user));
      if (item === undefined) return false;
      const { before, sparedId } = AllEnded.parse(item.fields);
      // An end in the future was written before a clock was set back, and would end new sessions.
      return createdAt < before && before <= now && id !== sparedId;
    },
  };
}

export type UserSessionStore = ReturnType<typeof userSessionStore>;

/**
 * Records that an account has a session, for the session's maximum lifetime. Written before the session, so that the list of accounts
 * misses none.
 */
export async function noteAccount(table: Table, record: SessionRecord, limits: SessionLimits): Promise<void> {
  const { user } = record;
  const expiresAt = seconds(latestEndOf(record, limits));
  await table.put({ ...accountKey(user), fields: { schema: 1, user }, expiresAt });
}

/** Returns a session as an item, for use in a transaction. */
export function sessionItem(record: SessionRecord, limits: SessionLimits): NewItem {
  const index = { pk: ofUser(record.user), sk: `${String(record.createdAt).padStart(16, "0")}#${record.id}` };
  return { ...keyOf(record.id), index, fields: { ...record }, expiresAt: seconds(endOf(record, limits)) };
}

function seconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
