import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
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

/** Returns a self-signed P-256 certificate for these names and addresses; node:crypto can sign but not create certificates. */
export function selfSignedCertificate(options: {
  readonly now: number;
  readonly names?: readonly string[];
  readonly days?: number;
}): CertificatePair {
  const names = options.names ?? ["localhost", "127.0.0.1", "::1"];
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(objectId(ECDSA_WITH_SHA256));
  const name = sequence(setOf(sequence(objectId(COMMON_NAME), utf8String("Latchkey Sandbox"))));
  const body = sequence(
    contextual(0, integer(Buffer.from([2]))),
    integer(randomBytes(16)),
    algorithm,
    name,
    sequence(utcTime(options.now - DAY), utcTime(options.now + (options.days ?? 30) * DAY)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    contextual(3, sequence(alternativeNames(names), certificateAuthority())),
  );
  const signature = sign("sha256", body, privateKey);
  return {
    cert: pem("CERTIFICATE", sequence(body, algorithm, bitString(signature))),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
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
