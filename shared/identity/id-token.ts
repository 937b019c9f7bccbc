import { createPrivateKey, createPublicKey, generateKeyPair, sign } from "node:crypto";
import { promisify } from "node:util";
import type { Jwk } from "./contract.ts";
import type { Claims } from "./providers/provider.ts";
import type { SigningKeyRecord } from "./record.ts";

const makePair = promisify(generateKeyPair);

/**
 * Creates a signing key: its public numbers, and its private key as PEM. It is an RSA key, because Google signs with RSA and every client
 * supports it.
 */
export async function newSigningKey(): Promise<{
  readonly n: string;
  readonly e: string;
  readonly privateKey: string;
}> {
  const { privateKey, publicKey } = await makePair("rsa", { modulusLength: 2048 });
  const { n = "", e = "" } = publicKey.export({ format: "jwk" });
  return { n, e, privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}

/**
 * Returns an ID token with these claims, as a JWT (RFC 7519). Google's claims on the access token stay valid: `at_hash` depends on the
 * algorithm, which is the same.
 */
export function signedIdToken(
  claims: Claims,
  { kid, privateKey }: { readonly kid: string; readonly privateKey: string },
): string {
  const head = { alg: "RS256", typ: "JWT", kid };
  const text = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${text}.${sign("RSA-SHA256", Buffer.from(text), privateKey).toString("base64url")}`;
}

/** Returns the public key for signature checks. */
export function publicJwk({ kid, n, e }: Pick<SigningKeyRecord, "kid" | "n" | "e">): Jwk {
  return { kty: "RSA", use: "sig", alg: "RS256", kid, n, e };
}

/** Returns a private key as PEM in normalized form; undefined if it isn't an RSA key of at least 2048 bits. */
export function asPrivateKey(pem: string): string | undefined {
  try {
    const key = createPrivateKey(pem);
    const { modulusLength = 0 } = createPublicKey(key).asymmetricKeyDetails ?? {};
    if (key.asymmetricKeyType !== "rsa" || modulusLength < 2048) return undefined;
    return key.export({ type: "pkcs8", format: "pem" }).toString();
  } catch {
    return undefined; // Not a key in any format.
  }
}
