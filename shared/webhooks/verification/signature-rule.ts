import type { Verification } from "./contract.ts";

/** Signature scheme of a sender, in common terms. */
export interface SignatureRule {
  /** Header name in lower case, like all header names here. */
  readonly header: string;
  readonly algorithm: "sha256" | "sha512" | "sha1";
  readonly encoding: "hex" | "base64";
  /** Prefix of each signature. */
  readonly prefix: string;
  /** Signed content: text with `{body}`, `{timestamp}`, `{id}` and `{url}`. */
  readonly template: string;
  /** Separator between signatures, or between the pairs of a list; empty for a single signature. */
  readonly listSeparator: string;
  /** Name of the pairs that are signatures; empty if the list has no pairs. */
  readonly pairName: string;
  readonly keyDecoding: "text" | "base64";
  readonly timestamp?: {
    readonly header?: string | undefined;
    readonly pairName?: string | undefined;
    readonly unit: "s" | "ms";
    readonly toleranceSeconds: number;
  };
  /** Header with the sender's event id. */
  readonly idHeader?: string;
}

const simple = {
  algorithm: "sha256",
  encoding: "hex",
  prefix: "",
  template: "{body}",
  listSeparator: "",
  pairName: "",
  keyDecoding: "text",
} as const;

const standard = (family: string): SignatureRule => ({
  ...simple,
  header: `${family}-signature`,
  encoding: "base64",
  prefix: "v1,",
  template: "{id}.{timestamp}.{body}",
  listSeparator: " ",
  keyDecoding: "base64",
  timestamp: { header: `${family}-timestamp`, unit: "s", toleranceSeconds: 300 },
  idHeader: `${family}-id`,
});

type Preset = Exclude<Verification["scheme"], "none" | "hmac" | "token">;

/** Signature rules of senders with their own scheme. The first rule whose header is present applies. */
const presets: Readonly<Record<Preset, readonly SignatureRule[]>> = {
  "standard-webhooks": [standard("webhook")],
  svix: [standard("svix"), standard("webhook")],
  stripe: [
    {
      ...simple,
      header: "stripe-signature",
      template: "{timestamp}.{body}",
      listSeparator: ",",
      pairName: "v1",
      timestamp: { pairName: "t", unit: "s", toleranceSeconds: 300 },
    },
  ],
  github: [{ ...simple, header: "x-hub-signature-256", prefix: "sha256=", idHeader: "x-github-delivery" }],
  shopify: [{ ...simple, header: "x-shopify-hmac-sha256", encoding: "base64", idHeader: "x-shopify-webhook-id" }],
  slack: [
    {
      ...simple,
      header: "x-slack-signature",
      prefix: "v0=",
      template: "v0:{timestamp}:{body}",
      timestamp: { header: "x-slack-request-timestamp", unit: "s", toleranceSeconds: 300 },
    },
  ],
  woocommerce: [
    { ...simple, header: "x-wc-webhook-signature", encoding: "base64", idHeader: "x-wc-webhook-delivery-id" },
  ],
  typeform: [{ ...simple, header: "typeform-signature", prefix: "sha256=", encoding: "base64" }],
  bitbucket: [{ ...simple, header: "x-hub-signature", prefix: "sha256=", idHeader: "x-request-uuid" }],
  box: ["primary", "secondary"].map((which) => ({
    ...simple,
    header: `box-signature-${which}`,
    encoding: "base64",
    template: "{body}{timestamp}",
    timestamp: { header: "box-delivery-timestamp", unit: "s", toleranceSeconds: 600 },
    idHeader: "box-delivery-id",
  })),
  calendly: [
    {
      ...simple,
      header: "calendly-webhook-signature",
      template: "{timestamp}.{body}",
      listSeparator: ",",
      pairName: "v1",
      timestamp: { pairName: "t", unit: "s", toleranceSeconds: 180 },
    },
  ],
  docusign: [{ ...simple, header: "x-docusign-signature-1", encoding: "base64" }],
  dropbox: [{ ...simple, header: "x-dropbox-signature" }],
  hubspot: [
    {
      ...simple,
      header: "x-hubspot-signature-v3",
      encoding: "base64",
      template: "POST{url}{body}{timestamp}",
      timestamp: { header: "x-hubspot-request-timestamp", unit: "ms", toleranceSeconds: 300 },
    },
  ],
  "lemon-squeezy": [{ ...simple, header: "x-signature" }],
  linear: [{ ...simple, header: "linear-signature", idHeader: "linear-delivery" }],
  pagerduty: [{ ...simple, header: "x-pagerduty-signature", listSeparator: ",", pairName: "v1" }],
  razorpay: [{ ...simple, header: "x-razorpay-signature", idHeader: "x-razorpay-event-id" }],
  sentry: [{ ...simple, header: "sentry-hook-signature" }],
  square: [{ ...simple, header: "x-square-hmacsha256-signature", encoding: "base64", template: "{url}{body}" }],
  trello: [{ ...simple, header: "x-trello-webhook", algorithm: "sha1", encoding: "base64", template: "{body}{url}" }],
  twilio: [{ ...simple, header: "x-twilio-signature", algorithm: "sha1", encoding: "base64", template: "{url}{form}" }],
  twitch: [
    {
      ...simple,
      header: "twitch-eventsub-message-signature",
      prefix: "sha256=",
      template: "{id}{timestamp}{body}",
      timestamp: { header: "twitch-eventsub-message-timestamp", unit: "s", toleranceSeconds: 600 },
      idHeader: "twitch-eventsub-message-id",
    },
  ],
  xero: [{ ...simple, header: "x-xero-signature", encoding: "base64" }],
  zendesk: [
    {
      ...simple,
      header: "x-zendesk-webhook-signature",
      encoding: "base64",
      template: "{timestamp}{body}",
      timestamp: { header: "x-zendesk-webhook-signature-timestamp", unit: "s", toleranceSeconds: 300 },
      idHeader: "x-zendesk-webhook-invocation-id",
    },
  ],
  zoom: [
    {
      ...simple,
      header: "x-zm-signature",
      prefix: "v0=",
      template: "v0:{timestamp}:{body}",
      timestamp: { header: "x-zm-request-timestamp", unit: "s", toleranceSeconds: 300 },
    },
  ],
  paddle: [
    {
      ...simple,
      header: "paddle-signature",
      template: "{timestamp}:{body}",
      listSeparator: ";",
      pairName: "h1",
      timestamp: { pairName: "ts", unit: "s", toleranceSeconds: 300 },
    },
  ],
};

/** Paths of event ids in the body, separated by dots. */
export const idFields: Readonly<Partial<Record<Preset, string>>> = {
  stripe: "id",
  slack: "event_id",
  typeform: "event_id",
  paddle: "event_id",
  pagerduty: "event.id",
  square: "event_id",
};

/** Headers that distinguish several events with the same body. */
const topicHeaders: Readonly<Partial<Record<Preset, string>>> = {
  shopify: "x-shopify-topic",
  woocommerce: "x-wc-webhook-topic",
};

/**
 * Returns the header with an event's topic, for senders that don't sign the id of an event. Empty if they have none. Undefined if the id is
 * signed, or there is no id.
 */
export function unsignedIdTopic(verification: Verification): string | undefined {
  const rules = signatureRules(verification);
  const hasUnsignedId = rules.some(({ idHeader, template }) => idHeader !== undefined && !template.includes("{id}"));
  return hasUnsignedId ? (topicHeaders[verification.scheme as Preset] ?? "") : undefined;
}

/** Returns the possible signature rules. Empty if no signature is required. */
export function signatureRules(verification: Verification): readonly SignatureRule[] {
  if (verification.scheme === "none" || verification.scheme === "token") return [];
  if (verification.scheme !== "hmac") return presets[verification.scheme];
  const { header, idHeader, timestamp, scheme: _, ...rest } = verification;
  return [
    {
      ...rest,
      header: header.toLowerCase(),
      ...(idHeader !== undefined && { idHeader: idHeader.toLowerCase() }),
      ...(timestamp !== undefined && { timestamp: { ...timestamp, header: timestamp.header?.toLowerCase() } }),
    },
  ];
}
