import { calloutAddresses } from "#shared/node/callout-addresses.ts";
import { smtpMailer } from "#shared/node/smtp-mailer.ts";
import type { OpenerContext } from "./opener-context.ts";

/** Sends mail from a function. */
export function mailerOnLambda({ settings }: OpenerContext) {
  return smtpMailer({ isAllowed: calloutAddresses(settings.CALLOUT_NETWORKS) });
}
