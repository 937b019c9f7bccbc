import { createHmac, timingSafeEqual } from "node:crypto";
import type { Verification } from "../contract.ts";
import { type SignatureRule, signatureRules } from "./signature-rule.ts";

/** An event as it came, for the check of its signature: nothing in it was decoded or rewritten. */
export interface SignedEvent {
  /** A header's value, its name in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
  /** The public address that it was sent to, without a key. */
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Why nothing proves who has sent an event; undefined where that is proven. */
export type Verdict = string | undefined;

/** Checks an event against each of the secrets that count: two of them while one is being replaced. */
export function verdictOn(event: SignedEvent, verification: Verification, secrets: readonly string[]): Verdict {
  if (verification.scheme === "none") return undefined;
  if (verification.scheme === "token") {
    const sent = event.header(verification.header.toLowerCase());
    if (sent === undefined) return `the header ${verification.header} is missing`;
    return secrets.some((secret) => isEqual(sent, secret)) ? undefined : `the header ${verification.header} is wrong`;
  }
  const rules = signatureRules(verification);
  const rule = rules.find(({ header }) => event.header(header) !== undefined) ?? rules[0];
  return rule && verdictBy(rule, event, secrets);
}

function verdictBy(rule: SignatureRule, event: SignedEvent, secrets: readonly string[]): Verdict {
  const { header, body, url, now } = event;
  const value = header(rule.header);
  if (value === undefined) return `the header ${rule.header} is missing`;
  const id = rule.idHeader === undefined ? "" : header(rule.idHeader);
  if (id === undefined && rule.template.includes("{id}")) return `the header ${rule.idHeader} is missing`;
  const timestamp = timestampOf(rule, value, header);
  if (rule.timestamp !== undefined) {
    if (timestamp === undefined) return "the time of signing is missing";
    if (!isRecent(timestamp, rule.timestamp, now)) return "it was signed too long ago, or one of the clocks is wrong";
  }
  const candidates = signaturesIn(rule, value);
  if (candidates.length === 0) return `the header ${rule.header} holds no signature of this kind`;
  const parts = { body, timestamp: timestamp ?? "", id: id ?? "", url };
  const isGenuine = secrets.some((secret) => {
    const expected = signatureBy(rule, secret, parts);
    return candidates.filter((candidate) => isEqual(candidate, expected)).length > 0;
  });
  return isGenuine ? undefined : "the signature is wrong";
}

/** What is signed may be any bytes: only the template around the body is text. */
export function signatureBy(
  {
    algorithm,
    encoding,
    template,
    keyDecoding,
  }: Pick<SignatureRule, "algorithm" | "encoding" | "template" | "keyDecoding">,
  secret: string,
  parts: { readonly body: Buffer; readonly timestamp: string; readonly id: string; readonly url: string },
): string {
  const hmac = createHmac(algorithm, keyOf(secret, keyDecoding));
  for (const piece of template.split(/(\{(?:body|timestamp|id|url)\})/)) {
    const name = /^\{(body|timestamp|id|url)\}$/.exec(piece)?.[1] as keyof typeof parts | undefined;
    hmac.update(name === undefined ? piece : parts[name]);
  }
  return hmac.digest(encoding);
}

/** A key in base64 has `whsec_` before it, as it is shown. */
export function keyOf(secret: string, decoding: SignatureRule["keyDecoding"]): Buffer {
  return decoding === "text" ? Buffer.from(secret) : Buffer.from(secret.replace(/^whsec_/, ""), "base64");
}

function signaturesIn({ listSeparator, pairName, prefix }: SignatureRule, value: string): readonly string[] {
  const members = listSeparator === "" ? [value.trim()] : value.split(listSeparator).map((member) => member.trim());
  const signatures = pairName === "" ? members : members.flatMap((member) => pairValue(member, pairName) ?? []);
  return signatures.flatMap((signature) => (signature.startsWith(prefix) ? [signature.slice(prefix.length)] : []));
}

function pairValue(member: string, name: string): string | undefined {
  return member.startsWith(`${name}=`) ? member.slice(name.length + 1) : undefined;
}

function timestampOf(
  { timestamp, listSeparator }: SignatureRule,
  value: string,
  header: SignedEvent["header"],
): string | undefined {
  if (timestamp?.header !== undefined) return header(timestamp.header);
  const { pairName } = timestamp ?? {};
  if (pairName === undefined) return undefined;
  for (const member of value.split(listSeparator)) {
    const found = pairValue(member.trim(), pairName);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Digits and nothing else: what a lenient parser reads out of `1700000000abc` was signed by the rules of another. */
function isRecent(
  text: string,
  { unit, toleranceSeconds }: NonNullable<SignatureRule["timestamp"]>,
  now: number,
): boolean {
  if (!/^\d{1,16}$/.test(text)) return false;
  const at = Number(text) * (unit === "s" ? 1000 : 1);
  return Math.abs(now - at) <= toleranceSeconds * 1000;
}

/** Compares what is encoded: decoding would pass over characters that do not belong there. */
function isEqual(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
