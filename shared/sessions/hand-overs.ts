import type { Call } from "../contract/call.ts";
import { ServiceError } from "../contract/errors.ts";
import type { Page } from "../contract/page.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { Vault } from "../ports/vault.ts";
import { addressGroup } from "./address-group.ts";
import type { AdminAccounts } from "./admin-accounts.ts";
import { donePage, handOverPage, signInPage } from "./hand-over-pages.ts";
import { type HandOver, type HandOverStore, handOverPassContext, type StoredHandOver } from "./hand-over-store.ts";
import type { PersonAccount, PersonSessions } from "./person-sessions.ts";
import type { SessionLimits } from "./record.ts";
import { endOf, shortUserAgent } from "./rules.ts";
import { callerOf, signInBrowser } from "./sign-in-browser.ts";

/** How long after the opening of its page a sign-in can be allowed and its token collected. */
const lifeMs = 5 * 60_000;
/** Letters and digits that nobody takes for each other. */
const codeSigns = "BCDFGHJKLMNPQRSTVWXZ23456789";

interface Answer {
  readonly hash: string;
  readonly action: "sign-in" | "allow" | "refuse";
  readonly user?: string | undefined;
  readonly pass?: string | undefined;
  readonly code?: string | undefined;
}

/** Hands a session over to a program on a command line, after a person has seen which program asks. */
export interface HandOvers {
  /** @throws ServiceError hand_over_pending until it is allowed, and to everybody but the program that asked first */
  collect(hash: string, call: Call): Promise<{ readonly token: string; readonly sessionId: string }>;
  forget(hash: string, call: Call): Promise<{ readonly ok: boolean }>;
  show(hash: string, call: Call): Promise<Page>;
  answer(answer: Answer, call: Call): Promise<Page>;
}

interface HandOversDependencies {
  readonly store: HandOverStore;
  readonly people: PersonSessions;
  readonly accounts: AdminAccounts;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly limits: SessionLimits;
}

/**
 * Only a page that a person who signed in has opened stores anything: whoever asks without one leaves nothing behind.
 * The first program that asks then is the one that is shown, and the only one that is ever answered.
 */
export function handOvers(dependencies: HandOversDependencies): HandOvers {
  const { store, people, accounts, vault, clock, ids, limits } = dependencies;

  const live = async (hash: string): Promise<StoredHandOver | undefined> => {
    const stored = await store.get(hash);
    return stored !== undefined && stored.handOver.endsAt > clock.now() ? stored : undefined;
  };

  /** The hand-over with the program that asks now as its asker, where there was none; undefined for any other program. */
  const boundTo = async (hash: string, call: Call): Promise<StoredHandOver | undefined> => {
    const stored = await live(hash);
    if (stored === undefined) return undefined;
    const { handOver, version } = stored;
    if (handOver.asker !== null) return isAsker(handOver, call) ? stored : undefined;
    const asker = {
      address: call.visitor.address,
      userAgent: shortUserAgent(call.userAgent),
      askedAt: clock.now(),
    };
    const bound = { ...handOver, asker };
    if (await store.replace(hash, bound, version)) return { handOver: bound, version: version + 1 };
    return undefined; // Another was faster, or this one asks twice at once: it will ask again.
  };

  /** What this person sees: somebody else's page is not theirs to see. */
  const pageFor = async (hash: string, user: string, call: Call): Promise<Page> => {
    const code = newCode(ids);
    const fresh: HandOver = {
      schema: 1,
      user,
      code,
      endsAt: clock.now() + lifeMs,
      asker: null,
      sealedPass: null,
    };
    const known = await live(hash);
    if (known === undefined && (await store.begin(hash, fresh))) return handOverPage(fresh, call);
    const { handOver } = known ?? (await live(hash)) ?? { handOver: undefined };
    if (handOver === undefined || !isSameUser(handOver.user, user) || handOver.sealedPass !== null)
      throw new ServiceError("hand_over_gone");
    return handOverPage(handOver, call);
  };

  const signIn = async ({ hash, user, pass }: Answer, call: Call): Promise<Page> => {
    if (user === undefined || pass === undefined)
      throw new ServiceError("input_invalid", { text: "name and password are needed" });
    if (!(await accounts.accepts({ user, pass }, call.visitor))) throw new ServiceError("credentials_refused");
    await signInBrowser({ people, account: { user, pass }, call });
    return pageFor(hash, user, call);
  };

  /** @throws ServiceError hand_over_gone unless what is allowed is what the page showed to this person */
  const allow = async ({ hash, code }: Answer, account: PersonAccount): Promise<Page> => {
    const stored = await live(hash);
    const { handOver } = stored ?? {};
    const isOwn = handOver !== undefined && isSameUser(handOver.user, account.user);
    const asShown = isOwn && handOver.code === code && handOver.asker !== null;
    if (stored === undefined || !asShown || stored.handOver.sealedPass !== null)
      throw new ServiceError("hand_over_gone");
    const sealedPass = await vault.seal(account.pass, handOverPassContext(hash));
    if (!(await store.replace(hash, { ...stored.handOver, sealedPass }, stored.version)))
      throw new ServiceError("hand_over_gone");
    return donePage("allowed");
  };

  return {
    async collect(hash, call) {
      const stored = await boundTo(hash, call);
      const { sealedPass = null } = stored?.handOver ?? {};
      if (stored === undefined) throw new ServiceError("hand_over_pending");
      const { user, code } = stored.handOver;
      if (sealedPass === null) throw new ServiceError("hand_over_pending", { response: { code } });
      const pass = await vault.open(sealedPass, handOverPassContext(hash));
      const place = { address: call.visitor.address, userAgent: call.userAgent };
      const { value, record } = await people.draft("command-line", { user, pass }, place);
      if (!(await store.redeem(hash, stored.version, record, endOf(record, limits))))
        throw new ServiceError("hand_over_pending");
      call.becomes?.(callerOf(record, { user, pass }));
      return { token: value, sessionId: record.id };
    },

    async forget(hash, call) {
      const stored = await live(hash);
      if (stored !== undefined && (stored.handOver.asker === null || isAsker(stored.handOver, call)))
        await store.forget(hash);
      return { ok: true };
    },

    async show(hash, call) {
      const person = personIn(call);
      return person === undefined ? signInPage() : pageFor(hash, person.user, call);
    },

    async answer(answer, call) {
      // A form needs no script and no leave to be sent to another origin: only what our own page sent counts (S2).
      if (call.browser?.sender !== "own") throw new ServiceError("cross_site_refused");
      if (answer.action === "sign-in") return signIn(answer, call);
      const person = personIn(call);
      if (person === undefined) return signInPage();
      if (answer.action === "allow") return allow(answer, person);
      const stored = await live(answer.hash);
      if (stored !== undefined && isSameUser(stored.handOver.user, person.user)) await store.forget(answer.hash);
      return donePage("refused");
    },
  };
}

/** The account of the person who looks at the page. */
function personIn({ caller }: Call): PersonAccount | undefined {
  return caller.kind === "session" && "user" in caller.credential ? caller.credential : undefined;
}

/** Whether a call comes from the program that asked first: the same client, from the same address. */
function isAsker({ asker }: HandOver, { visitor, userAgent }: Call): boolean {
  if (asker === null) return false;
  const isSameAddress = addressGroup(asker.address) === addressGroup(visitor.address);
  return isSameAddress && asker.userAgent === shortUserAgent(userAgent);
}

function isSameUser(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Eight signs in two groups. */
function newCode(ids: Ids): string {
  const signs = [...ids.bytes(8)].map((byte) => codeSigns[byte % codeSigns.length]);
  return `${signs.slice(0, 4).join("")}-${signs.slice(4).join("")}`;
}
