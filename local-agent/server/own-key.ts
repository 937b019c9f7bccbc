import type { Clock } from "../clock.ts";
import { Refused } from "../refused.ts";
import { type AdminCall, adminCalls, signedIn, signedOut } from "./admin-calls.ts";
import { type KeyPair, keepServerKey, newKeyPair, pkiAuthorization, readServerKey } from "./server-key.ts";

/** This host's own key at FileMaker Server's Admin API: what it does there needs no user's password. */
export interface OwnKey {
  /** The header that signs in with it. Undefined where there is no key, or the server has refused it a moment ago. */
  authorization(): string | undefined;
  /** The server has refused it: an account is used for a while. */
  refused(): void;
  /** What has to be registered at the server. */
  publicKey(): string | undefined;
  /** Makes the key where there is none, and another one in good time. @throws Refused where the server does not answer */
  renewIfDue(): Promise<void>;
}

interface OwnKeyOptions {
  /** What it is called at the server. */
  readonly name: string;
  readonly folder: string;
  /** Where the Admin API listens on this host. */
  readonly origin: string;
  readonly clock: Clock;
}

/** How long a key is used. Milliseconds. */
export const keyLifeMs = 90 * 24 * 60 * 60_000;
const refusedMs = 5 * 60_000;

export function ownKey({ name, folder, origin, clock }: OwnKeyOptions): OwnKey {
  const call = adminCalls(origin);
  let key = readServerKey(folder);
  let refusedAt = Number.NEGATIVE_INFINITY;

  const keep = (next: typeof key & object): void => {
    keepServerKey(folder, next);
    key = next;
  };

  /** The old key lets the new one in: a renewal that was broken off is settled by which of the two the server takes. */
  const renew = async (current: KeyPair, next: KeyPair): Promise<void> => {
    if (await isAccepted(call, name, next, clock.now())) return keep({ current: next });
    const session = await signedIn(call, pkiAuthorization(name, current, clock.now()));
    if ("refusal" in session) return;
    const body = { name, publicKey: next.publicKey };
    const { code, text } = await call("PATCH", "/server/config/pkipublickey", `Bearer ${session.token}`, body);
    await signedOut(call, session.token);
    if (code !== "0") throw new Refused("failed", `FileMaker Server takes no new key: ${text} (${code})`);
    keep({ current: next });
  };

  return {
    authorization() {
      if (key === undefined || clock.now() - refusedAt < refusedMs) return undefined;
      return pkiAuthorization(name, key.current, clock.now());
    },
    refused() {
      refusedAt = clock.now();
    },
    publicKey: () => key?.current.publicKey,

    async renewIfDue() {
      if (key === undefined) return keep({ current: await newKeyPair(clock.now()) });
      const { current, next } = key;
      if (next !== undefined) return renew(current, next);
      if (clock.now() - current.madeAt < keyLifeMs) return;
      if (!(await isAccepted(call, name, current, clock.now()))) return;
      const made = await newKeyPair(clock.now());
      // On the disk before the server knows it.
      keep({ current, next: made });
      await renew(current, made);
    },
  };
}

/** Whether the server lets a key in. @throws Refused where it does not answer */
export async function isAccepted(call: AdminCall, name: string, pair: KeyPair, now: number): Promise<boolean> {
  const session = await signedIn(call, pkiAuthorization(name, pair, now));
  if ("token" in session) await signedOut(call, session.token);
  return "token" in session;
}
