import { createHmac } from "node:crypto";
import type { Ids } from "#shared/ports/ids.ts";

/** A new secret in the form of Standard Webhooks. */
export function newSigningSecret(ids: Pick<Ids, "bytes">): string {
  return `whsec_${Buffer.from(ids.bytes(32)).toString("base64")}`;
}

/** What was sent, and when this attempt to send it began. */
interface SignedEvent {
  /** The same in every attempt. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly body: string;
}

/** The headers of Standard Webhooks, with a signature for each secret: while one is being replaced, its receiver knows either of the two (R6.5). */
export function signedHeaders({ id, at, body }: SignedEvent, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
