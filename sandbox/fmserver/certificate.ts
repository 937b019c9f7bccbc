import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";
import { bitString, contextual, integer, objectId, octetString, sequence, setOf, utcTime, utf8String } from "./der.ts";

/** Certificate and key, both in PEM. */
interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

const DAY = 86_400_000;
const ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
const COMMON_NAME = "2.5.4.3";
const SUBJECT_ALT_NAME = "2.5.29.17";
const BASIC_CONSTRAINTS = "2.5.29.19";
const TRUE = Buffer.from([0x01, 0x01, 0xff]);

const HOST_NAMES = ["localhost", "127.0.0.1", "::1"];

/** Certificate to make. */
interface CertificateOptions {
  readonly now: number;
  readonly names?: readonly string[];
  readonly days?: number;
}

/** Returns a self-signed P-256 certificate for these names and addresses; node:crypto can sign but not create certificates. */
export function selfSignedCertificate({ names = HOST_NAMES, ...options }: CertificateOptions): CertificatePair {
  const keys = newKeys();
  const subject = commonName("Latchkey Sandbox");
  const extensions = [alternativeNames(names), certificateAuthority()];
  const cert = signedCertificate({
    ...options,
    issuer: subject,
    subject,
    extensions,
    ...keys,
    signedWith: keys.privateKey,
  });
  return { cert, key: pemOf(keys.privateKey) };
}

/** Returns a certificate of a private authority, and the authority's own certificate. */
export function issuedCertificate({
  names = HOST_NAMES,
  ...options
}: CertificateOptions): CertificatePair & { readonly authority: string } {
  const [authority, keys] = [newKeys(), newKeys()];
  const issuer = commonName("Latchkey Sandbox Authority");
  const common = { ...options, issuer, signedWith: authority.privateKey };
  return {
    authority: signedCertificate({ ...common, subject: issuer, extensions: [certificateAuthority()], ...authority }),
    cert: signedCertificate({
      ...common,
      ...{ subject: commonName("Latchkey Sandbox"), extensions: [alternativeNames(names)] },
      ...keys,
    }),
    key: pemOf(keys.privateKey),
  };
}

function newKeys() {
  return generateKeyPairSync("ec", { namedCurve: "P-256" });
}

function pemOf(privateKey: KeyObject): string {
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

function commonName(name: string): Buffer {
  return sequence(setOf(sequence(objectId(COMMON_NAME), utf8String(name))));
}

function signedCertificate(options: {
  readonly now: number;
  readonly days?: number;
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Buffer[];
  readonly signedWith: KeyObject;
}): string {
  const { now, days = 30, issuer, subject, publicKey, extensions, signedWith } = options;
  const algorithm = sequence(objectId(ECDSA_WITH_SHA256));
  const body = sequence(
    contextual(0, integer(Buffer.from([2]))),
    integer(randomBytes(16)),
    algorithm,
    issuer,
    sequence(utcTime(now - DAY), utcTime(now + days * DAY)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    contextual(3, sequence(...extensions)),
  );
  return pem("CERTIFICATE", sequence(body, algorithm, bitString(sign("sha256", body, signedWith))));
}

function alternativeNames(names: readonly string[]): Buffer {
  const list = names.map((name) => {
    if (isIP(name) === 0) return contextual(2, Buffer.from(name), "primitive");
    return contextual(7, addressBytes(name), "primitive");
  });
  return sequence(objectId(SUBJECT_ALT_NAME), octetString(sequence(...list)));
}

/** Marks the certificate as its own authority, so that clients can trust it. */
function certificateAuthority(): Buffer {
  return sequence(objectId(BASIC_CONSTRAINTS), TRUE, octetString(sequence(TRUE)));
}

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split(".").map(Number));
  const [head = "", tail = ""] = address.split("::");
  const words = (part: string): number[] =>
    part === "" ? [] : part.split(":").map((word) => Number.parseInt(word, 16));
  const [first, last] = [words(head), words(tail)];
  const middle = address.includes("::") ? Array<number>(8 - first.length - last.length).fill(0) : [];
  return Buffer.from([...first, ...middle, ...last].flatMap((word) => [word >> 8, word & 0xff]));
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}
