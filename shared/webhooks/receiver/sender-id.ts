import type { WebhookSettings } from "../contract.ts";
import { idFields, signatureRules, unsignedIdTopic } from "../verification/signature-rule.ts";

/** Parts of an event that may contain the sender's id. */
export interface NamedEvent {
  /** Empty if the body isn't text. */
  readonly body: Buffer;
  readonly header: (name: string) => string | undefined;
  /** Returns the fingerprint of the body's bytes. */
  readonly fingerprint: () => string;
}

/** Identification of repeated events. */
export interface SenderId {
  /** Id that the sender gave the event, for display. Null if it has none. */
  readonly shown: string | null;
  /** Value that is the same for all calls with the same event. */
  readonly remembered: string;
}

/** Returns the identification of repetitions; null if the webhook doesn't detect them. */
export function senderIdOf(event: NamedEvent, { duplicates, verification }: WebhookSettings): SenderId | null {
  const shown = shownIdOf(event, { duplicates, verification });
  const isChosen = duplicates.by !== "sender" || duplicates.header !== undefined || duplicates.field !== undefined;
  const topic = isChosen ? undefined : unsignedIdTopic(verification);
  if (topic !== undefined) return { shown, remembered: rememberedBody(event, topic) };
  return shown === null ? null : { shown, remembered: shown };
}

/**
 * Identifies an event by its body. An unsigned id proves nothing: a recorded call is accepted with any other id. The body is signed, so it
 * identifies the event. If a sender sends the same body under several topics, these are different events; the topic distinguishes them,
 * although it isn't signed either.
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
    return undefined; // Only a JSON body has a field with that name.
  }
  for (const name of path.split("."))
    value =
      typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
