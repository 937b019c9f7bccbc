import { createHmac, timingSafeEqual } from "node:crypto";
import type { Verification } from "./contract.ts";
import { type SignatureRule, signatureRules } from "./signature-rule.ts";
import { signingTime } from "./signing-time.ts";

/** Data of an event that is known before its body arrives. */
export interface SignedHead {
  /** Returns the value of a header. The name must be lower case. */
  readonly header: (name: string) => string | undefined;
  /** Public URL that it was sent to, byte for byte. Contains the key, and must not be stored or logged. */
  readonly url: string;
  /** Current time in milliseconds since the epoch. */
  readonly now: number;
}

/** Reason why the sender isn't verified; undefined if it is. */
export type Verdict = string | undefined;

/** Verification of the sender of an event. It receives the body as it arrives, not decoded or rewritten. */
export interface SenderCheck {
  /** Failure that is already certain, regardless of the body. */
  readonly refusal: Verdict;
  update(bytes: Uint8Array): void;
  /** Returns the result for the whole body. */
  verdict(): Verdict;
}

/** Creates the check of an event with all valid secrets: there are two during a rotation. */
export function senderCheck(head: SignedHead, verification: Verification, secrets: readonly string[]): SenderCheck {
  if (verification.scheme === "none") return decided(undefined);
  if (verification.scheme === "token") {
    const sent = head.header(verification.header.toLowerCase());
    if (sent === undefined) return decided(`the header ${verification.header} is missing`);
    const isKnown = secrets.some((secret) => isEqual(sent, secret));
    return decided(isKnown ? undefined : `the header ${verification.header} is wrong`);
  }
  const rules = signatureRules(verification);
  const rule = rules.find(({ header }) => head.header(header) !== undefined) ?? rules[0];
  return rule === undefined ? decided(undefined) : checkBy(rule, head, secrets);
}

function decided(refusal: Verdict): SenderCheck {
  return { refusal, update: () => undefined, verdict: () => refusal };
}

function checkBy(rule: SignatureRule, { header, url, now }: SignedHead, secrets: readonly string[]): SenderCheck {
  const value = header(rule.header);
  if (value === undefined) return decided(`the header ${rule.header} is missing`);
  const id = rule.idHeader === undefined ? "" : header(rule.idHeader);
  if (id === undefined && rule.template.includes("{id}")) return decided(`the header ${rule.idHeader} is missing`);
  const timestamp = timestampOf(rule, value, header);
  if (rule.timestamp !== undefined) {
    if (timestamp === undefined) return decided("the signature's timestamp is missing");
    const signedAt = signingTime(timestamp, rule.timestamp.unit);
    if (signedAt === undefined) return decided("the signature's timestamp can't be read");
    if (Math.abs(now - signedAt) > rule.timestamp.toleranceSeconds * 1000)
      return decided("the signature's timestamp is too old, or one of the clocks is wrong");
  }
  const candidates = signaturesIn(rule, value);
  if (candidates.length === 0) return decided(`the header ${rule.header} has no signature of this kind`);
  const parts = { timestamp: timestamp ?? "", id: id ?? "", url };
  const signatures = secrets.map((secret) => runningSignature(rule, secret, parts));
  const isFormSigned = rule.template.includes("{form}");
  const isForm = /^\s*application\/x-www-form-urlencoded\b/i.test(header("content-type") ?? "");
  let isUnsigned = false;
  return {
    refusal: undefined,
    update(bytes) {
      // Another body isn't part of the signature, and can be too large to be held in memory.
      isUnsigned ||= isFormSigned && !isForm && bytes.length > 0;
      if (isUnsigned) return;
      for (const signature of signatures) signature.update(bytes);
    },
    verdict() {
      if (isUnsigned) return "the body isn't a URL-encoded form, and isn't signed";
      const expected = signatures.map((signature) => signature.end());
      const isGenuine = expected.some((one) => candidates.filter((candidate) => isEqual(candidate, one)).length > 0);
      return isGenuine ? undefined : "the signature is wrong";
    },
  };
}

/** Computes a signature while the body arrives. The signed body can be any bytes; only the template around it is text. */
function runningSignature(
  { algorithm, encoding, keyDecoding, template }: SignatureRule,
  secret: string,
  parts: { readonly timestamp: string; readonly id: string; readonly url: string },
) {
  const hmac = createHmac(algorithm, keyOf(secret, keyDecoding));
  const filled = (text: string) =>
    text.replace(/\{(timestamp|id|url)\}/g, (_, name: string) => parts[name as keyof typeof parts]);
  const isForm = template.includes("{form}");
  const [before = "", after] = template.split(isForm ? "{form}" : "{body}");
  hmac.update(filled(before));
  const chunks: Uint8Array[] = [];
  return {
    update(bytes: Uint8Array): void {
      if (isForm) chunks.push(Buffer.from(bytes));
      else if (after !== undefined) hmac.update(bytes);
    },
    end(): string {
      if (isForm) hmac.update(sortedFields(Buffer.concat(chunks).toString()));
      return hmac.update(filled(after ?? "")).digest(encoding);
    },
  };
}

/** Returns the fields of a form as Twilio signs them: names and values without separators, sorted, each pair once. */
function sortedFields(form: string): string {
  const pairs = [...new URLSearchParams(form)].map(([name, value]) => [name, value] as const);
  const inOrder = pairs.toSorted(([a, x], [b, y]) => (a === b ? compared(x, y) : compared(a, b)));
  return [...new Set(inOrder.map(([name, value]) => name + value))].join("");
}

/** Compares by code units, like the libraries of the senders. */
function compared(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Returns the key. Base64 keys have the prefix `whsec_`, as shown to users. */
function keyOf(secret: string, decoding: SignatureRule["keyDecoding"]): Buffer {
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
  header: SignedHead["header"],
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

/** Compares encoded signatures, because decoding would ignore invalid characters. */
function isEqual(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
