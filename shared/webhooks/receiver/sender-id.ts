import type { WebhookSettings } from "../contract.ts";
import { idFields, signatureRules } from "../verification/signature-rule.ts";

/** What of an event may say what its sender calls it. */
export interface NamedEvent {
  /** Empty where it is no text. */
  readonly body: Buffer;
  readonly header: (name: string) => string | undefined;
  /** Of its bytes. */
  readonly fingerprint: () => string;
}

/** What the sender calls an event, as its webhook recognizes it again; null where it does not. */
export function senderIdOf(
  { body, header, fingerprint }: NamedEvent,
  { duplicates, verification }: WebhookSettings,
): string | null {
  const { by, header: ownHeader, field: ownField } = duplicates;
  if (by === "off") return null;
  if (by === "body") return `body ${fingerprint()}`;
  const { scheme } = verification;
  const inHeader =
    ownHeader?.toLowerCase() ??
    signatureRules(verification).find(({ idHeader = "" }) => header(idHeader) !== undefined)?.idHeader;
  const field = ownField ?? idFields[scheme as keyof typeof idFields];
  const id = ownField === undefined && inHeader !== undefined ? header(inHeader) : field && memberOf(body, field);
  if (id === undefined || id === "") return null;
  // It names the second in which it was sent: two events may share it.
  return scheme === "woocommerce" ? `${id} ${fingerprint()}` : id;
}

function memberOf(body: Buffer, path: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    return undefined; // Without a body in JSON there is no member of that name.
  }
  for (const name of path.split("."))
    value =
      typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
