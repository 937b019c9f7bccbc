import { ServiceError } from "#shared/contract/errors.ts";
import type { Verification } from "./contract.ts";

/** Minimum characters of a secret that people make up and enter at the sender. */
const minChosenCharacters = 16;
/** Minimum characters of a secret that may also come from a sender: Dropbox gives 15. */
const minAnyCharacters = 12;

const minCharacters: Readonly<Partial<Record<Verification["scheme"], number>>> = {
  github: minChosenCharacters,
  woocommerce: minChosenCharacters,
  typeform: minChosenCharacters,
  token: minChosenCharacters,
  hmac: minAnyCharacters,
};

/** Refuses a new secret that can be guessed. Secrets of other schemes are given by their senders. @throws ServiceError webhook_secret_short */
export function refuseShortSecret(secret: string, { scheme }: Verification): void {
  const least = minCharacters[scheme] ?? 0;
  if (secret.length < least)
    throw new ServiceError("webhook_secret_short", { text: `it needs at least ${least} characters` });
}

/**
 * Refuses a template that proves nothing about an event, or that no event can fit. Not a part of the schema: webhooks that were stored before are
 * still read. @throws ServiceError webhook_template_invalid
 */
export function refuseWeakTemplate(verification: Verification): void {
  if (verification.scheme !== "hmac") return;
  const { template, timestamp, idHeader } = verification;
  const has = (name: string) => template.includes(`{${name}}`);
  const problems = [
    ...(has("body") ? [] : ["it has no `{body}`, so any body would pass"]),
    ...(timestamp !== undefined && !has("timestamp") ? ["it has no `{timestamp}`, so the time isn't signed"] : []),
    ...(timestamp === undefined && has("timestamp") ? ["`{timestamp}` needs `verification.timestamp`"] : []),
    ...(idHeader === undefined && has("id") ? ["`{id}` needs `verification.idHeader`"] : []),
  ];
  if (problems.length > 0)
    throw new ServiceError("webhook_template_invalid", {
      text: problems.join("; "),
    });
}
