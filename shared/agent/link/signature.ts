import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { type Frame, type Side, signedText } from "../protocol/frame.ts";

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** The private key that 32 random bytes make. */
export function privateKeyOf(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: "der", type: "pkcs8" });
}

/** The public half of a key, base64url. */
export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: "jwk" }).x ?? "";
}

type Unsigned = Pick<Frame, "agent" | "link" | "sequence" | "at" | "payload">;

/** A frame with its digest and signature. */
export function signedFrame(side: Side, key: KeyObject, unsigned: Unsigned): Frame {
  const head = { ...unsigned, sha256: digestOf(unsigned.payload) };
  return { ...head, signature: sign(null, Buffer.from(signedText(side, head)), key).toString("base64url") };
}

/** Whether this side signed exactly this frame. */
export function isSignedBy(side: Side, publicKey: string, frame: Frame): boolean {
  if (digestOf(frame.payload) !== frame.sha256) return false;
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" });
  return verify(null, Buffer.from(signedText(side, frame)), key, Buffer.from(frame.signature, "base64url"));
}

function digestOf(payload: string): string {
  return createHash("sha256").update(payload).digest("base64url");
}
