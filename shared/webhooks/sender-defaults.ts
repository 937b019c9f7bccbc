import type { WebhookSettings } from "./contract.ts";

type Scheme = WebhookSettings["verification"]["scheme"];

/** Responses that senders require, instead of the usual defaults. */
export const senderDefaults: Readonly<Partial<Record<Scheme, Partial<WebhookSettings>>>> = {
  // Connect repeats events that aren't answered with 200.
  docusign: { acceptedStatus: 200 },
  // Slash commands show the body to people.
  slack: { acceptedStatus: 200, acceptedBody: "empty" },
  trello: { acceptedStatus: 200 },
  // The body is read as TwiML: a script's result can be TwiML, our JSON can't.
  twilio: { acceptedStatus: 200, acceptedBody: "empty" },
  // A body, or an answer that waits for a script, fails its check of the address.
  xero: { answerMode: "accepted", acceptedStatus: 200, acceptedBody: "empty" },
  zoom: { acceptedStatus: 200 },
};

/** Event as a sender sends it. */
export interface SampleEvent {
  readonly contentType: string;
  readonly body: string;
}

const json = (value: unknown): SampleEvent => ({ contentType: "application/json", body: JSON.stringify(value) });
const form = (fields: Readonly<Record<string, string>>): SampleEvent => ({
  contentType: "application/x-www-form-urlencoded",
  body: new URLSearchParams(fields).toString(),
});

/** Examples with the field names of the senders, shortened. */
const samples: Readonly<Partial<Record<Scheme, SampleEvent>>> = {
  bitbucket: json({ push: { changes: [] }, repository: { full_name: "team/test" }, actor: { display_name: "Test" } }),
  box: json({ type: "webhook_event", trigger: "FILE.UPLOADED", source: { id: "1234567890", type: "file" } }),
  calendly: json({ event: "invitee.created", payload: { email: "test@example.com", name: "Test" } }),
  docusign: json({ event: "envelope-completed", data: { envelopeId: "00000000-0000-0000-0000-000000000000" } }),
  dropbox: json({ list_folder: { accounts: ["dbid:test"] } }),
  github: json({ zen: "Design for failure.", hook_id: 1, repository: { full_name: "octocat/test" } }),
  hubspot: json([{ eventId: 1, subscriptionType: "contact.creation", objectId: 1, portalId: 1 }]),
  "lemon-squeezy": json({ meta: { event_name: "order_created" }, data: { type: "orders", id: "1" } }),
  linear: json({ action: "create", type: "Issue", data: { id: "test", title: "Test" } }),
  paddle: json({ event_id: "evt_test", event_type: "transaction.completed", data: { id: "txn_test" } }),
  pagerduty: json({ event: { id: "test", event_type: "incident.triggered", data: { title: "Test" } } }),
  razorpay: json({ entity: "event", event: "payment.captured", payload: { payment: { entity: { id: "pay_test" } } } }),
  sentry: json({ action: "created", data: { issue: { id: "1", title: "Test" } } }),
  shopify: json({ id: 820_982_911_946_154_500, email: "test@example.com", total_price: "10.00", line_items: [] }),
  slack: json({ type: "event_callback", event_id: "Ev_test", event: { type: "message", text: "Test" } }),
  square: json({ type: "payment.created", event_id: "test", data: { type: "payment", id: "test" } }),
  stripe: json({ id: "evt_test", object: "event", type: "invoice.paid", data: { object: { id: "in_test" } } }),
  trello: json({ action: { type: "updateCard", data: { card: { name: "Test" } } }, model: { name: "Test board" } }),
  twilio: form({ MessageSid: "SM00000000000000000000000000000000", From: "+15005550006", Body: "Test" }),
  twitch: json({ subscription: { type: "channel.follow" }, event: { user_name: "test" } }),
  typeform: json({ event_id: "test", event_type: "form_response", form_response: { answers: [] } }),
  woocommerce: json({ id: 1, status: "processing", total: "10.00", line_items: [] }),
  xero: json({ events: [{ resourceId: "test", eventCategory: "INVOICE", eventType: "UPDATE" }] }),
  zendesk: json({ type: "zen:event-type:ticket.created", detail: { id: "1", subject: "Test" } }),
  zoom: json({ event: "meeting.started", payload: { object: { id: "1234567890", topic: "Test" } } }),
};

/** Returns an example of the events that a scheme's sender sends. */
export function sampleEvent(scheme: Scheme): SampleEvent {
  return samples[scheme] ?? json({ test: true });
}
