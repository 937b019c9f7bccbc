import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { agentScheme, type Frame, frameText, signedText } from "#shared/agent/protocol/frame.ts";
import type { AgentMessage } from "#shared/agent/protocol/message.ts";

/** Creates a key of this host: its private part in PKCS #8, and the public part for the service. */
export function newKey(): { readonly privateKey: string; readonly publicKey: string } {
  const { privateKey } = generateKeyPairSync("ed25519");
  return {
    privateKey: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    publicKey: createPublicKey(privateKey).export({ format: "jwk" }).x ?? "",
  };
}

export function keyIn(pem: string): KeyObject {
  return createPrivateKey(pem);
}

/** Returns a signed message of this agent. */
export function signedMessage(
  key: KeyObject,
  head: Pick<Frame, "agent" | "link" | "sequence" | "at">,
  message: AgentMessage,
): Frame {
  const payload = JSON.stringify(message);
  const unsigned = { ...head, payload, sha256: digestOf(payload) };
  return { ...unsigned, signature: sign(null, Buffer.from(signedText("agent", unsigned)), key).toString("base64url") };
}

/** Returns a frame in the format of the Authorization header. */
export function authorizationOf(frame: Frame): string {
  return `${agentScheme} ${Buffer.from(frameText(frame)).toString("base64url")}`;
}

/** True if the service signed exactly this frame. */
export function isOfService(publicKey: string, frame: Frame): boolean {
  if (digestOf(frame.payload) !== frame.sha256) return false;
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" });
  return verify(null, Buffer.from(signedText("service", frame)), key, Buffer.from(frame.signature, "base64url"));
}

function digestOf(payload: string): string {
  return createHash("sha256").update(payload).digest("base64url");
}
