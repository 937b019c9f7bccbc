import * as z from "zod";
import { certificateRefusal } from "#shared/filemaker/certificate-refusal.ts";

const Refused = z.object({ messages: z.tuple([z.object({ text: z.string() })], z.unknown()) });

/**
 * Calls the service's API outside the link. `address` is the service's address with its prefix: `https://latchkey.example.com/svc`.
 * @throws Error with a sentence for people
 */
export async function callService<Answer>(
  address: string,
  path: string,
  body: object,
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  checkAddress(address);
  const answer = await fetch(`${address.replace(/\/$/, "")}/api/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    redirect: "error",
  }).catch((cause: unknown) => {
    throw new Error(`Can't reach ${new URL(address).origin}: ${certificateRefusal(cause) ?? reasonOf(cause)}`, {
      cause,
    });
  });
  const json: unknown = await answer.json().catch(() => undefined); // Not the service; rejected below.
  const parsed = schema.safeParse(json);
  if (answer.ok && parsed.success) return parsed.data;
  const refused = Refused.safeParse(json);
  if (refused.success && answer.status !== 404) throw new Error(refused.data.messages[0].text);
  throw new Error(`${address} is not a Latchkey service (HTTP ${answer.status}): the address must end with /svc`);
}

/** @throws Error that describes the format of an address */
export function checkAddress(address: string): void {
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ""))
    throw new Error("The service's address must begin with https://, such as https://latchkey.example.com/svc");
}

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.cause instanceof Error ? thrown.cause.message : thrown.message;
}
