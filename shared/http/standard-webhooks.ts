import { createHmac } from "node:crypto";
import type { Ids } from "#shared/ports/ids.ts";

/** Creates a secret that a receiver verifies events with. Each receiver has its own. */
export function newSigningSecret(ids: Pick<Ids, "bytes">): string {
  return `whsec_${Buffer.from(ids.bytes(32)).toString("base64")}`;
}

/** Signed message. The id is the same in every attempt, the time is that of the current one. */
export interface SignedMessage {
  readonly id: string;
  readonly body: Uint8Array;
  readonly now: number;
}

/** Returns the headers of Standard Webhooks 1.0, with a signature for each secret: two during a rotation. */
export function signedHeaders(
  { id, body, now }: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const seconds = String(Math.floor(now / 1000));
  const signature = (secret: string) =>
    createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64"))
      .update(`${id}.${seconds}.`)
      .update(body)
      .digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": secrets.map((secret) => `v1,${signature(secret)}`).join(" "),
  };
}
