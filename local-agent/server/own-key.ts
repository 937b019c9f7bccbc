import { publicKeyForms } from "#shared/agent/protocol/public-key-forms.ts";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import type { Clock } from "../clock.ts";
import { Refused } from "../refused.ts";
import { type AdminCall, adminCalls, signedIn, signedOut } from "./admin-calls.ts";
import { type KeyPair, keepServerKey, newKeyPair, pkiAuthorization, readServerKey } from "./server-key.ts";

/** This host's own key for FileMaker Server's Admin API, so that the host's work there needs no user's password. */
export interface OwnKey {
  /** Returns the sign-in header. Undefined if there is no key, or the server just refused it. */
  authorization(): string | undefined;
  /** Records that the server refused it: an account is used for a while. */
  refused(): void;
  /** Returns the key to register at the server. */
  publicKey(): string | undefined;
  /** Creates the key if there is none, and replaces it before it expires. @throws Refused if the server doesn't answer */
  renewIfDue(): Promise<void>;
}

interface OwnKeyOptions {
  /** Name of the key at the server. */
  readonly name: string;
  readonly folder: string;
  /** Origin of the Admin API on this host. */
  readonly origin: string;
  /** SHA-256 fingerprint of the only certificate to accept there. */
  readonly pin?: string | undefined;
  readonly clock: Clock;
}

/** Lifetime of a key in milliseconds. 90 days. */
export const keyLifeMs = 90 * 24 * 60 * 60_000;
const refusedMs = 5 * 60_000;

export function ownKey({ name, folder, origin, pin, clock }: OwnKeyOptions): OwnKey {
  const call = adminCalls(origin, undefined, pin);
  let key = readServerKey(folder);
  let refusedAt = Number.NEGATIVE_INFINITY;

  const keep = (next: typeof key & object): void => {
    keepServerKey(folder, next);
    key = next;
  };

  /** Registers the new key with the old one: after an interruption, the key that the server accepts decides. */
  const renew = async (current: KeyPair, next: KeyPair): Promise<void> => {
    if (await isAccepted(call, name, next, clock.now())) return keep({ current: next });
    const session = await signedIn(call, pkiAuthorization(name, current, clock.now()));
    if ("refusal" in session) return;
    const bearer = `Bearer ${session.token}`;
    const send = (publicKey: string) => call("PATCH", "/server/config/pkipublickey", bearer, { name, publicKey });
    const [pem, withoutBreaks] = publicKeyForms(next.publicKey);
    const answer = await send(pem);
    const { code, text } = answer.code === fileMakerCodes.valueInvalid ? await send(withoutBreaks) : answer;
    await signedOut(call, session.token);
    if (code !== "0") throw new Refused("failed", `FileMaker Server rejected the new key: ${text} (${code})`);
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
      // On disk before the server knows it.
      keep({ current, next: made });
      await renew(current, made);
    },
  };
}

/** True if the server accepts a key. @throws Refused if it doesn't answer */
export async function isAccepted(call: AdminCall, name: string, pair: KeyPair, now: number): Promise<boolean> {
  const session = await signedIn(call, pkiAuthorization(name, pair, now));
  if ("token" in session) await signedOut(call, session.token);
  return "token" in session;
}
