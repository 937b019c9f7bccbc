import type { AttemptEnd, DeliveryRecord } from "#shared/deliveries/api.ts";
import { CalloutFailed, CalloutRefused } from "#shared/ports/callouts.ts";
import type { Mailer } from "#shared/ports/mailer.ts";
import type { Target } from "./targets/contract.ts";

/** Sends a notification by email. Never rejects because of the server. */
export async function sendMail(
  mailer: Mailer,
  target: Extract<Target, { readonly type: "email" }>,
  { id, request }: Pick<DeliveryRecord, "id" | "request">,
  text: string,
): Promise<AttemptEnd> {
  const { host, port, security, user, password, from, to } = target;
  const account = user === undefined ? undefined : { user, password: password ?? "" };
  const subject = request.headers.find(([name]) => name === "Subject")?.[1] ?? "";
  try {
    const {
      status,
      text: answer,
      rejected,
    } = await mailer.send({ host, port, security, account }, { id, from, to, subject, text });
    if (status < 300 && rejected.length === 0) return { outcome: "delivered", status, answer };
    // The other recipients already have it; a retry would send it to them twice.
    if (status < 300)
      return {
        outcome: "refused",
        status,
        reason: `${host} rejected ${rejected.join(", ")}; the other recipients got the email.`,
        answer,
      };
    const reason = `${host} responded with ${status}.`;
    return { outcome: status >= 500 ? "refused" : "failed", status, reason, answer };
  } catch (thrown) {
    if (thrown instanceof CalloutRefused) return { outcome: "refused", status: null, reason: thrown.message };
    if (thrown instanceof CalloutFailed) return { outcome: "failed", status: null, reason: thrown.message };
    throw thrown;
  }
}
