import { createPrivateKey, createPublicKey, generateKeyPair, sign } from "node:crypto";
import { promisify } from "node:util";
import type { Jwk } from "./contract.ts";
import type { Claims } from "./providers/provider.ts";
import type { SigningKeyRecord } from "./record.ts";

const makePair = promisify(generateKeyPair);

/** A new key for signatures: its public numbers, and its private half as PEM. RSA, since that is what Google signs with and every client takes. */
export async function newSigningKey(): Promise<{
  readonly n: string;
  readonly e: string;
  readonly privateKey: string;
}> {
  const { privateKey, publicKey } = await makePair("rsa", { modulusLength: 2048 });
  const { n = "", e = "" } = publicKey.export({ format: "jwk" });
  return { n, e, privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}

/** An ID token that says this, as a JWT (RFC 7519). What Google has said of the access token holds on: `at_hash` goes by the algorithm, which is the same. */
export function signedIdToken(
  claims: Claims,
  { kid, privateKey }: { readonly kid: string; readonly privateKey: string },
): string {
  const head = { alg: "RS256", typ: "JWT", kid };
  const text = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${text}.${sign("RSA-SHA256", Buffer.from(text), privateKey).toString("base64url")}`;
}

/** The key as those see it who check signatures. */
export function publicJwk({ kid, n, e }: Pick<SigningKeyRecord, "kid" | "n" | "e">): Jwk {
  return { kty: "RSA", use: "sig", alg: "RS256", kid, n, e };
}

/** A private key as PEM in the one form that is kept; undefined where it is no RSA key of at least 2048 bits. */
export function asPrivateKey(pem: string): string | undefined {
  try {
    const key = createPrivateKey(pem);
    const { modulusLength = 0 } = createPublicKey(key).asymmetricKeyDetails ?? {};
    if (key.asymmetricKeyType !== "rsa" || modulusLength < 2048) return undefined;
    return key.export({ type: "pkcs8", format: "pem" }).toString();
  } catch {
    return undefined; // Whatever it is, it is no key.
  }
}
