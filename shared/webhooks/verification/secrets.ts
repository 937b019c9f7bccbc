import type { Vault } from "#shared/ports/vault.ts";
import type { WebhookRecord } from "../record.ts";
import { secretContext } from "../store.ts";
import type { Verification } from "./contract.ts";
import { signatureRules } from "./signature-rule.ts";

/** Returns true if a secret has the format that the scheme requires. */
export function fitsScheme(secret: string, verification: Verification): boolean {
  if (!signatureRules(verification).some(({ keyDecoding }) => keyDecoding === "base64")) return true;
  const text = secret.replace(/^whsec_/, "");
  const key = Buffer.from(text, "base64");
  const isExact = key.toString("base64").replace(/=+$/, "") === text.replace(/=+$/, "");
  return isExact && key.length >= (verification.scheme === "hmac" ? 1 : 24) && key.length <= 64;
}

/** Returns the valid secrets: the current one, and for a while the previous one. */
export async function secretsOf(
  record: WebhookRecord,
  vault: Pick<Vault, "open">,
  now: number,
): Promise<readonly string[]> {
  const { id, sealedSecret, sealedPreviousSecret, previousSecretUntil } = record;
  const opened = (sealed: string | null, field: "sealedSecret" | "sealedPreviousSecret") =>
    sealed === null ? [] : [vault.open(sealed, secretContext(id, field))];
  const isPreviousTaken = previousSecretUntil !== null && now < previousSecretUntil;
  return Promise.all([
    ...opened(sealedSecret, "sealedSecret"),
    ...(isPreviousTaken ? opened(sealedPreviousSecret, "sealedPreviousSecret") : []),
  ]);
}
