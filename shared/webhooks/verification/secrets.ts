import type { Vault } from "#shared/ports/vault.ts";
import type { WebhookRecord } from "../record.ts";
import { secretContext } from "../store.ts";
import type { Verification } from "./contract.ts";
import { signatureRules } from "./signature-rule.ts";

/** Whether a secret is of the form that a scheme takes. */
export function fitsScheme(secret: string, verification: Verification): boolean {
  if (!signatureRules(verification).some(({ keyDecoding }) => keyDecoding === "base64")) return true;
  const text = secret.replace(/^whsec_/, "");
  const key = Buffer.from(text, "base64");
  const isExact = key.toString("base64").replace(/=+$/, "") === text.replace(/=+$/, "");
  return isExact && key.length >= (verification.scheme === "hmac" ? 1 : 24) && key.length <= 64;
}

/** The secrets that count: the present one, and for a while the one before. */
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
