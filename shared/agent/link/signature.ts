import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { type Frame, type Side, signedText } from "../protocol/frame.ts";

/** Prefix of the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** Returns the private key for 32 random bytes. */
export function privateKeyOf(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: "der", type: "pkcs8" });
}

/** Returns the public key in base64url. */
export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: "jwk" }).x ?? "";
}

type Unsigned = Pick<Frame, "agent" | "link" | "sequence" | "at" | "payload">;

/** Returns a frame with its digest and signature. */
export function signedFrame(side: Side, key: KeyObject, unsigned: Unsigned): Frame {
  const head = { ...unsigned, sha256: digestOf(unsigned.payload) };
  return { ...head, signature: sign(null, Buffer.from(signedText(side, head)), key).toString("base64url") };
}

/** True if this side signed exactly this frame. */
export function isSignedBy(side: Side, publicKey: string, frame: Frame): boolean {
  if (digestOf(frame.payload) !== frame.sha256) return false;
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" });
  return verify(null, Buffer.from(signedText(side, frame)), key, Buffer.from(frame.signature, "base64url"));
}

function digestOf(payload: string): string {
  return createHash("sha256").update(payload).digest("base64url");
}
