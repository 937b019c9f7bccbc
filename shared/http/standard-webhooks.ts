import { createHmac } from "node:crypto";
import type { Ids } from "#shared/ports/ids.ts";

/** A secret that a receiver verifies events with: its own for each receiver. */
export function newSigningSecret(ids: Pick<Ids, "bytes">): string {
  return `whsec_${Buffer.from(ids.bytes(32)).toString("base64")}`;
}

/** What is signed: the id is the same in every attempt, the time is that of this one. */
export interface SignedMessage {
  readonly id: string;
  readonly body: Uint8Array;
  readonly now: number;
}

/** The headers of Standard Webhooks 1.0, with a signature for each secret: two while one is being replaced. */
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
