import type { WebhookSettings } from "../contract.ts";
import { idFields, signatureRules, unsignedIdTopic } from "../verification/signature-rule.ts";

/** What of an event may say what its sender calls it. */
export interface NamedEvent {
  /** Empty where it is no text. */
  readonly body: Buffer;
  readonly header: (name: string) => string | undefined;
  /** Of its bytes. */
  readonly fingerprint: () => string;
}

/** How a webhook recognizes an event that comes again. */
export interface SenderId {
  /** The event as its sender calls it, for people. Null: it has no id. */
  readonly shown: string | null;
  /** What two calls with the same event have in common. */
  readonly remembered: string;
}

/** How an event is recognized when it comes again; null if its webhook doesn't. */
export function senderIdOf(event: NamedEvent, { duplicates, verification }: WebhookSettings): SenderId | null {
  const shown = shownIdOf(event, { duplicates, verification });
  const isChosen = duplicates.by !== "sender" || duplicates.header !== undefined || duplicates.field !== undefined;
  const topic = isChosen ? undefined : unsignedIdTopic(verification);
  if (topic !== undefined) return { shown, remembered: rememberedBody(event, topic) };
  return shown === null ? null : { shown, remembered: shown };
}

/**
 * An id that isn't signed proves nothing: a call that someone recorded passes with any other id. What is signed is the body, so the body is what is
 * remembered. A sender that sends one body under several topics means several events, which its topic tells apart, though it isn't signed either.
 */
function rememberedBody({ header, fingerprint }: NamedEvent, topic: string): string {
  const of = topic === "" ? undefined : header(topic);
  return `body ${fingerprint()}${of === undefined ? "" : ` ${of}`}`;
}

function shownIdOf(
  { body, header, fingerprint }: NamedEvent,
  { duplicates, verification }: Pick<WebhookSettings, "duplicates" | "verification">,
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
  return id === undefined || id === "" ? null : id;
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
