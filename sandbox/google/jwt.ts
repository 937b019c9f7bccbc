import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from "node:crypto";

type Fields = Readonly<Record<string, unknown>>;

/** Key that signs tokens. */
export interface SigningKey {
  readonly id: string;
  readonly key: KeyObject;
  /** Its public key in PEM. */
  readonly publicPem: string;
}

export function signingKey(): SigningKey {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const publicPem = createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();
  return { id: createHash("sha1").update(publicPem).update(randomUUID()).digest("hex"), key: privateKey, publicPem };
}

/** Returns a JSON Web Token, signed with RS256. */
export function signedToken(claims: Fields, { id, key }: SigningKey): string {
  const text = inParts({ alg: "RS256", kid: id, typ: "JWT" }, claims);
  return `${text}.${sign("RSA-SHA256", Buffer.from(text), key).toString("base64url")}`;
}

/** Returns an unsigned JSON Web Token (RFC 7519, section 6). */
export function unsignedToken(claims: Fields): string {
  return `${inParts({ alg: "none", typ: "JWT" }, claims)}.`;
}

function inParts(...parts: readonly Fields[]): string {
  return parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
}

/** Returns the claims in a token, if its signature is valid. */
export function claimsIn(token: string, { publicPem }: Pick<SigningKey, "publicPem">): Fields | undefined {
  const [head = "", claims = "", signature = ""] = token.split(".");
  const isGood = verify("RSA-SHA256", Buffer.from(`${head}.${claims}`), publicPem, Buffer.from(signature, "base64url"));
  return isGood ? JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) : undefined;
}
