import { createHash } from "node:crypto";
import type { Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Page } from "#shared/contract/page.ts";
import { addressGroup } from "#shared/http/address-group.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { AccountRoles } from "../people/account-roles.ts";
import type { SessionLimits } from "../record.ts";
import { shortUserAgent } from "../rules.ts";
import { callerOf, signInBrowser } from "../sign-in-browser.ts";
import type { UserAccount, UserSessions } from "../user-sessions.ts";
import { approvalPage, donePage, signInPage } from "./cli-sign-in-pages.ts";
import {
  type CliSignIn,
  type CliSignInStore,
  cliSignInPassContext,
  type StoredCliSignIn,
} from "./cli-sign-in-store.ts";

/** Lifetime of a sign-in in milliseconds: after its page is opened, it must be allowed and its token collected within this time. */
const lifeMs = 5 * 60_000;
/** Unambiguous letters and digits. */
const codeCharacters = "BCDFGHJKLMNPQRSTVWXZ23456789";

/** Characters of a secret of 32 bytes in base64url. */
const minSecretLength = 43;

interface Answer {
  readonly hash: string;
  readonly action: "sign-in" | "allow" | "refuse";
  readonly user?: string | undefined;
  readonly pass?: string | undefined;
  readonly code?: string | undefined;
}

/** Hands a session over to a command-line program, after a person has seen which program asks. */
export interface CliSignIns {
  /**
   * Returns the token.
   * @throws ServiceError cli_sign_in_pending until it is allowed, and for all programs except the first that asked
   */
  collect(hash: string, call: Call): Promise<{ readonly token: string; readonly sessionId: string }>;
  forget(hash: string, call: Call): Promise<{ readonly ok: boolean }>;
  show(hash: string, call: Call): Promise<Page>;
  answer(answer: Answer, call: Call): Promise<Page>;
}

interface CliSignInsDependencies {
  readonly store: CliSignInStore;
  readonly userSessions: UserSessions;
  readonly accounts: AccountRoles;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly limits: SessionLimits;
}

/**
 * Creates the sign-in of command-line programs. Only a page opened by a signed-in person stores anything: a program that asks without one
 * leaves no data. The first program that asks then is shown on the page and is the only one that is ever served.
 */
export function cliSignIns(dependencies: CliSignInsDependencies): CliSignIns {
  const { store, userSessions, accounts, vault, clock, ids, limits } = dependencies;

  const current = async (hash: string): Promise<StoredCliSignIn | undefined> => {
    const stored = await store.get(hash);
    return stored !== undefined && stored.cliSignIn.endsAt > clock.now() ? stored : undefined;
  };

  /** Registers the calling program with the sign-in if it is the first. Returns undefined for any other program. */
  const claim = async (hash: string, call: Call): Promise<StoredCliSignIn | undefined> => {
    const stored = await current(hash);
    if (stored === undefined) return undefined;
    const { cliSignIn, version } = stored;
    if (cliSignIn.asker !== null) return isAsker(cliSignIn, call) ? stored : undefined;
    const asker = {
      address: call.client.address,
      userAgent: shortUserAgent(call.userAgent),
      askedAt: clock.now(),
      secretHash: secretHashOf(call),
    };
    const bound = { ...cliSignIn, asker };
    if (await store.replace(hash, bound, version)) return { cliSignIn: bound, version: version + 1 };
    return undefined; // Another program came first, or this one sent two requests at once: it will ask again.
  };

  /** Returns the page for this user. The page of another user is never shown. */
  const pageFor = async (hash: string, user: string, call: Call): Promise<Page> => {
    const code = newCode(ids);
    const fresh: CliSignIn = {
      schema: 1,
      user,
      code,
      endsAt: clock.now() + lifeMs,
      asker: null,
      sealedPass: null,
      adminKeyId: null,
      isLimited: false,
    };
    const known = await current(hash);
    if (known === undefined && (await store.begin(hash, fresh))) return approvalPage(fresh, call);
    const { cliSignIn } = known ?? (await current(hash)) ?? { cliSignIn: undefined };
    if (cliSignIn === undefined || !isSameUser(cliSignIn.user, user) || cliSignIn.sealedPass !== null)
      throw new ServiceError("cli_sign_in_gone");
    return approvalPage(cliSignIn, call);
  };

  const signIn = async ({ hash, user, pass }: Answer, call: Call): Promise<Page> => {
    if (user === undefined || pass === undefined)
      throw new ServiceError("input_invalid", { text: "enter your account name and password" });
    const found = await accounts.of({ user, pass }, call.client);
    if (found === undefined) throw new ServiceError("credentials_refused");
    await signInBrowser({ people: userSessions, signedInAs: { user, pass, isLimited: found.isLimited }, call });
    return pageFor(hash, user, call);
  };

  /** @throws ServiceError cli_sign_in_gone unless the allowed sign-in is the one that this person's page showed */
  const allow = async ({ hash, code }: Answer, account: UserAccount): Promise<Page> => {
    const stored = await current(hash);
    const { cliSignIn } = stored ?? {};
    const isOwn = cliSignIn !== undefined && isSameUser(cliSignIn.user, account.user);
    const asShown = isOwn && cliSignIn.code === code && cliSignIn.asker !== null;
    if (stored === undefined || !asShown || stored.cliSignIn.sealedPass !== null)
      throw new ServiceError("cli_sign_in_gone");
    const sealedPass = await vault.seal(account.pass, cliSignInPassContext(hash));
    const { adminKeyId = null, isLimited = false } = account;
    if (!(await store.replace(hash, { ...stored.cliSignIn, sealedPass, adminKeyId, isLimited }, stored.version)))
      throw new ServiceError("cli_sign_in_gone");
    return donePage("allowed");
  };

  return {
    async collect(hash, call) {
      const stored = await claim(hash, call);
      const { sealedPass = null, adminKeyId = null } = stored?.cliSignIn ?? {};
      if (stored === undefined) throw new ServiceError("cli_sign_in_pending");
      const { user, code, isLimited } = stored.cliSignIn;
      if (sealedPass === null) throw new ServiceError("cli_sign_in_pending", { response: { code } });
      const pass = await vault.open(sealedPass, cliSignInPassContext(hash));
      const client = { address: call.client.address, userAgent: call.userAgent };
      const account = { user, pass, adminKeyId: adminKeyId ?? undefined, isLimited };
      const { value, ...opened } = await userSessions.draft("command-line", account, client);
      const { record } = opened;
      if (!(await store.redeem(hash, stored.version, record, limits))) throw new ServiceError("cli_sign_in_pending");
      call.setCaller?.(callerOf(opened));
      return { token: value, sessionId: record.id };
    },

    async forget(hash, call) {
      const stored = await current(hash);
      if (stored !== undefined && (stored.cliSignIn.asker === null || isAsker(stored.cliSignIn, call)))
        await store.forget(hash);
      return { ok: true };
    },

    async show(hash, call) {
      const account = userAccountIn(call);
      return account === undefined ? signInPage() : pageFor(hash, account.user, call);
    },

    async answer(answer, call) {
      // Any origin can submit a form without script or preflight, so only submissions of our own page are accepted.
      if (call.browser?.sender !== "own") throw new ServiceError("cross_site_refused");
      if (answer.action === "sign-in") return signIn(answer, call);
      const account = userAccountIn(call);
      if (account === undefined) return signInPage();
      if (answer.action === "allow") return allow(answer, account);
      const stored = await current(answer.hash);
      if (stored !== undefined && isSameUser(stored.cliSignIn.user, account.user)) await store.forget(answer.hash);
      return donePage("refused");
    },
  };
}

/** Returns the account of the person who views the page. */
function userAccountIn({ caller }: Call): UserAccount | undefined {
  if (caller.kind !== "session" || caller.credential === undefined || !("user" in caller.credential)) return undefined;
  // The program's session depends on the same key as the person's.
  return { ...caller.credential, adminKeyId: caller.adminKeyId, isLimited: caller.isLimited };
}

/** Returns true if a call comes from the first program that asked: same secret or, without one, same client and same address. */
function isAsker({ asker }: CliSignIn, call: Call): boolean {
  if (asker === null) return false;
  const secretHash = secretHashOf(call);
  if (secretHash !== null || asker.secretHash !== null) return secretHash === asker.secretHash;
  const isSameAddress = addressGroup(asker.address) === addressGroup(call.client.address);
  return isSameAddress && asker.userAgent === shortUserAgent(call.userAgent);
}

/** @throws ServiceError input_invalid if the secret is so short that it could be guessed */
function secretHashOf({ programSecret = "" }: Call): string | null {
  if (programSecret === "") return null;
  if (programSecret.length < minSecretLength)
    throw new ServiceError("input_invalid", { text: `X-Program-Secret needs at least ${minSecretLength} characters` });
  return createHash("sha256").update(programSecret).digest("hex");
}

function isSameUser(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Returns a code of eight characters in two groups. */
function newCode(ids: Ids): string {
  const characters = [...ids.bytes(8)].map((byte) => codeCharacters[byte % codeCharacters.length]);
  return `${characters.slice(0, 4).join("")}-${characters.slice(4).join("")}`;
}
