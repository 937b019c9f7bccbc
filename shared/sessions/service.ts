import type * as z from "zod";
import { type Call, type Caller, roleOf } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { Client } from "#shared/contract/rate-limit.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { CliSignIns } from "./cli-sign-in/cli-sign-ins.ts";
import type { sessions, signIns } from "./contract.ts";
import type { AccountRoles } from "./people/account-roles.ts";
import type { SessionLimits, SessionRecord } from "./record.ts";
import { sessionRow } from "./rules.ts";
import { signInBrowser } from "./sign-in-browser.ts";
import type { UserSessionStore } from "./store.ts";
import type { SignedInAs, UserAccount, UserSessions } from "./user-sessions.ts";

const rowsPerPage = 100;

interface SessionServiceDependencies {
  readonly store: UserSessionStore;
  readonly userSessions: UserSessions;
  readonly accounts: AccountRoles;
  readonly cliSignIns: CliSignIns;
  readonly limits: SessionLimits;
  readonly clock: Clock;
  /** Returns the account stored with an Admin API key; undefined if there is no such key. */
  readonly keyAccount: (value: string, client: Client) => Promise<UserAccount | undefined>;
  /** Consumes a one-time code and returns its id; undefined if it is invalid. */
  readonly takeCode: (code: string) => Promise<string | undefined>;
}

type ShownAtSignIn = z.output<(typeof signIns)["signIn"]["input"]>;

/**
 * Creates the service of the sessions resource: signs in and out, lists one's own sessions, and hands one over to a command-line program.
 */
export function sessionService(dependencies: SessionServiceDependencies): ServiceOf<typeof sessions & typeof signIns> {
  const { store, userSessions, accounts, cliSignIns, limits, clock, keyAccount, takeCode } = dependencies;
  // Undefined for a session that has lost its permissions; it ends with its next call.
  const row = async (record: SessionRecord, call: Call) => {
    const role = await userSessions.roleOf(record);
    return role && sessionRow(record, role, limits, currentId(call));
  };

  /** Returns sessions by account, newest first. */
  const sessionsOf = async (users: readonly string[]) =>
    (await Promise.all(users.map(async (user) => (await store.allOfUser(user)).toReversed()))).flat();

  /** Returns one of the caller's own sessions. The error is the same for another account's session as for a nonexistent one. */
  const ownSession = async (id: string, call: Call): Promise<SessionRecord> => {
    const stored = await store.byId(id);
    if (stored === undefined || !isOwnAccount(stored.record.user, call)) throw new ServiceError("session_not_found");
    return stored.record;
  };

  /** Returns who signs in, if the credential is valid. Keys and codes also work while accounts can't be verified. */
  const accepted = async (
    { user = "", pass = "", key, code }: ShownAtSignIn,
    { client }: Call,
  ): Promise<SignedInAs | undefined> => {
    if (key !== undefined) return keyAccount(key, client);
    if (code !== undefined) {
      const signInCodeId = await takeCode(code);
      return signInCodeId === undefined ? undefined : { signInCodeId };
    }
    const found = await accounts.of({ user, pass }, client);
    return found && { user, pass, isLimited: found.isLimited };
  };

  return {
    async signIn(shown, call) {
      // A foreign page must not sign a user in to another user's account.
      if (call.browser?.sender === "foreign") throw new ServiceError("cross_site_refused");
      const signedInAs = await accepted(shown, call);
      if (signedInAs === undefined) throw new ServiceError("credentials_refused");
      const { record, role } = await signInBrowser({ people: userSessions, signedInAs, call });
      return { session: sessionRow(record, role, limits, record.id) };
    },

    async getSession(_input, call) {
      const { caller } = call;
      const role = roleOf(caller);
      if (
        caller.kind === "anyone" ||
        caller.kind === "data-key" ||
        caller.kind === "file-account" ||
        caller.kind === "agent" ||
        role === undefined
      )
        throw new ServiceError("unauthenticated");
      const session = caller.kind === "session" ? await row(await ownSession(caller.sessionId, call), call) : undefined;
      return { caller: { kind: caller.kind, name: nameOf(caller), role }, session: session ?? null };
    },

    async signOut(_input, call) {
      const id = currentId(call);
      if (id === undefined) throw new ServiceError("session_not_found");
      await userSessions.end(await ownSession(id, call));
      call.browser?.forget();
      return { ok: true, id };
    },

    async listSessions({ cursor, limit = rowsPerPage }, call) {
      const user = userOf(call.caller);
      if (user === undefined) return { sessions: [], cursor: null };
      const page = await store.ofUser(user, { cursor, limit });
      const rows = await Promise.all(page.records.map((record) => row(record, call)));
      return { sessions: rows.filter((shown) => shown !== undefined), cursor: page.cursor };
    },

    async endOtherSessions(_input, call) {
      const user = userOf(call.caller);
      const current = currentId(call);
      if (user !== undefined) await store.endAllBefore(user, clock.now(), current ?? null, limits);
      const all = user === undefined ? [] : await store.allOfUser(user);
      const others = all.filter(({ id }) => id !== current);
      await Promise.all(others.map((record) => userSessions.end(record)));
      return { ended: others.map(({ id }) => id) };
    },

    async endSession({ id }, call) {
      await userSessions.end(await ownSession(id, call));
      if (id === currentId(call)) call.browser?.forget();
      return { ok: true };
    },

    async listSessionsOfOthers({ cursor, limit = rowsPerPage }, call) {
      const page = await store.accounts({ cursor, limit });
      const records = await sessionsOf(page.users.filter((user) => !isOwnAccount(user, call)));
      const rows = await Promise.all(records.map((record) => row(record, call)));
      return { sessions: rows.filter((shown) => shown !== undefined), cursor: page.cursor };
    },

    async endSessionsOfOthers({ user }, call) {
      const users = user === undefined ? await store.allAccounts() : [user];
      const ending = users.filter((each) => !isOwnAccount(each, call));
      const before = clock.now();
      await Promise.all(ending.map((each) => store.endAllBefore(each, before, null, limits)));
      const others = await sessionsOf(ending);
      if (user !== undefined && others.length === 0) throw new ServiceError("session_not_found");
      await Promise.all(others.map((record) => userSessions.end(record)));
      return { ended: others.map(({ id }) => id) };
    },

    collectHandOver: ({ hash }, call) => cliSignIns.collect(hash, call),
    forgetHandOver: ({ hash }, call) => cliSignIns.forget(hash, call),
    showHandOver: ({ hash }, call) => cliSignIns.show(hash, call),
    answerHandOver: (answer, call) => cliSignIns.answer(answer, call),
  };
}

function currentId({ caller }: Call): string | undefined {
  return caller.kind === "session" ? caller.sessionId : undefined;
}

/** Returns the account that the caller's own sessions belong to. */
function userOf(caller: Caller): string | undefined {
  return caller.kind === "session" || caller.kind === "admin-account" ? caller.user : undefined;
}

/** FileMaker compares account names case-insensitively. */
function isOwnAccount(user: string, { caller }: Call): boolean {
  return user.toLowerCase() === userOf(caller)?.toLowerCase();
}

function nameOf(caller: Caller): string | null {
  if (caller.kind === "admin-key") return String(caller.keyId);
  return userOf(caller) ?? null;
}
