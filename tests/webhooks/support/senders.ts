import { createHmac } from "node:crypto";

/** Event as a sender makes it. */
export interface SenderEvent {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Time and address that a sender can sign. */
export interface Surroundings {
  /** Seconds since the epoch. */
  readonly seconds: number;
  /** Address as it was registered with the sender. */
  readonly url: string;
}

/** Public sender of webhooks, as its documentation describes it. */
export interface PublicSender {
  readonly source: string;
  /** Scheme with the same rules as the settings. */
  readonly preset?: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secret?: string;
  readonly receiver?: "receiver" | "filereceiver";
  readonly event: (around: Surroundings) => SenderEvent;
  /** Check of the address before events, and the response that the sender expects. */
  readonly check?: {
    readonly method: string;
    readonly query?: string;
    readonly event?: (around: Surroundings) => SenderEvent;
    readonly status: number;
    readonly text: string;
  };
  /** Response to an event that the sender expects, if not any 2xx. */
  readonly answer?: { readonly status: number; readonly text?: string };
}

type Encoding = "hex" | "base64";
const mac = (secret: string, text: string, encoding: Encoding, algorithm = "sha256") =>
  createHmac(algorithm, secret).update(text).digest(encoding);
const json = { "Content-Type": "application/json" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };
const at200 = { answerMode: "accepted", acceptedStatus: 200 };
const hmac = (rule: object) => ({ ...at200, verification: { scheme: "hmac", ...rule } });
const multipart = (fields: Readonly<Record<string, string>>): SenderEvent => ({
  headers: { "Content-Type": "multipart/form-data; boundary=xYzZY" },
  body: `${Object.entries(fields)
    .map(([name, value]) => `--xYzZY\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join("")}--xYzZY--\r\n`,
});
const slackSecret = "8f742231b10e8888abcd99yyyzzz85a5";
const twilioToken = "12345-auth-token-of-twilio";
const twilioFields = { To: "+18005551212", From: "+14158675309", Digits: "1234", CallSid: "CA1234567890ABCDE" };

/** Senders by name. Example values are those that they publish. */
export const publicSenders: Readonly<Record<string, PublicSender>> = {
  stripe: {
    source: "https://docs.stripe.com/webhooks",
    settings: { ...at200, verification: { scheme: "stripe" } },
    secret: "whsec_test_secret",
    event({ seconds }) {
      const body = '{\n  "id": "evt_test_webhook",\n  "object": "event"\n}';
      const v1 = mac("whsec_test_secret", `${seconds}.${body}`, "hex");
      return { body, headers: { ...json, "Stripe-Signature": `t=${seconds},v1=${v1},v0=6ffbb59b` } };
    },
  },
  github: {
    source: "https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries",
    settings: { ...at200, verification: { scheme: "github" } },
    secret: "It's a Secret to Everybody",
    event: () => ({
      body: "payload=%7B%22zen%22%3A%22Design+for+failure.%22%7D",
      headers: {
        ...form,
        "X-GitHub-Event": "ping",
        "X-Hub-Signature-256": `sha256=${mac("It's a Secret to Everybody", "payload=%7B%22zen%22%3A%22Design+for+failure.%22%7D", "hex")}`,
      },
    }),
  },
  shopify: {
    source: "https://shopify.dev/docs/apps/build/webhooks/verify-deliveries",
    settings: { ...at200, verification: { scheme: "shopify" } },
    secret: "shpss_client_secret",
    event() {
      const body = '{"id":820982911946154508,"total_price":"403.00"}';
      const signature = mac("shpss_client_secret", body, "base64");
      return { body, headers: { ...json, "X-Shopify-Topic": "orders/create", "X-Shopify-Hmac-Sha256": signature } };
    },
    answer: { status: 200 },
  },
  paypal: {
    source: "https://developer.paypal.com/api/rest/webhooks/rest/",
    // Its RSA signature can't be verified, so its key and its networks do.
    settings: at200,
    event: () => ({
      body: '{"id":"8PT597110X687430LKGECATA","event_type":"PAYMENT.AUTHORIZATION.CREATED"}',
      headers: {
        ...json,
        "PAYPAL-TRANSMISSION-SIG": "thy4/U002quzxFavHPwbfJGcc46E8rc5jzgyeafWm5mICTBdY/8rl7WJpn8JA0GKA==",
      },
    }),
    answer: { status: 200 },
  },
  twilio: {
    source: "https://www.twilio.com/docs/usage/security",
    preset: "twilio",
    settings: {
      ...hmac({ header: "X-Twilio-Signature", algorithm: "sha1", encoding: "base64", template: "{url}{form}" }),
      acceptedBody: "empty",
    },
    secret: twilioToken,
    event({ url }) {
      const sorted = Object.entries(twilioFields).toSorted(([a], [b]) => (a < b ? -1 : 1));
      const signed = url + sorted.map(([name, value]) => name + value).join("");
      const headers = { ...form, "X-Twilio-Signature": mac(twilioToken, signed, "base64", "sha1") };
      return { body: new URLSearchParams(twilioFields).toString(), headers };
    },
    answer: { status: 200, text: "" },
  },
  slack: {
    source: "https://docs.slack.dev/authentication/verifying-requests-from-slack",
    settings: { ...at200, acceptedBody: "empty", verification: { scheme: "slack" } },
    secret: slackSecret,
    event({ seconds }) {
      const body = "token=xyzz0WbapA4vBCDEFasx0q6G&command=%2Fwebhook-collect&text=";
      return { body, headers: { ...form, ...slackHeaders(seconds, body) } };
    },
    check: {
      method: "POST",
      event({ seconds }) {
        const body =
          '{"token":"Jhj5dZrVaK7ZwHHjRyZWjbDl","challenge":"3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P","type":"url_verification"}';
        return { body, headers: { ...json, ...slackHeaders(seconds, body) } };
      },
      status: 200,
      text: "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P",
    },
    answer: { status: 200, text: "" },
  },
  square: {
    source: "https://developer.squareup.com/docs/webhooks/step3validate",
    preset: "square",
    settings: hmac({ header: "x-square-hmacsha256-signature", encoding: "base64", template: "{url}{body}" }),
    secret: "asdf1234-signature-key",
    event({ url }) {
      const body = '{"merchant_id":"MLEFBHHSJGVHD","type":"inventory.count.updated","event_id":"fc316840"}';
      return {
        body,
        headers: { ...json, "x-square-hmacsha256-signature": mac("asdf1234-signature-key", url + body, "base64") },
      };
    },
  },
  mailgun: {
    source: "https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks",
    // It signs a token in the body, not the body.
    settings: at200,
    event: () => multipart({ event: "delivered", recipient: "alice@example.com", timestamp: "1529006854" }),
    answer: { status: 200 },
  },
  "sendgrid inbound parse": {
    source: "https://www.twilio.com/docs/sendgrid/for-developers/parsing-email/setting-up-the-inbound-parse-webhook",
    settings: at200,
    receiver: "filereceiver",
    event: () => multipart({ subject: "Test", charsets: '{"to":"UTF-8","subject":"UTF-8"}', attachments: "0" }),
    answer: { status: 200 },
  },
  typeform: {
    source: "https://www.typeform.com/developers/webhooks/secure-your-webhooks/",
    settings: { ...at200, verification: { scheme: "typeform" } },
    secret: "typeform-secret-0",
    event() {
      const body = '{"event_id":"LtWXD3crgy","event_type":"form_response"}';
      return { body, headers: { ...json, "Typeform-Signature": `sha256=${mac("typeform-secret-0", body, "base64")}` } };
    },
  },
  jotform: {
    source: "https://www.jotform.com/help/245-how-to-setup-a-webhook-with-jotform/",
    settings: at200,
    event: () => multipart({ formID: "220522", rawRequest: '{"q3_name":{"first":"Ada"}}', pretty: "Name:Ada" }),
  },
  calendly: {
    source: "https://developer.calendly.com/api-docs/4c305798a61d3-webhook-signatures",
    preset: "calendly",
    settings: hmac({
      header: "Calendly-Webhook-Signature",
      template: "{timestamp}.{body}",
      listSeparator: ",",
      pairName: "v1",
      timestamp: { pairName: "t", toleranceSeconds: 180 },
    }),
    secret: "5mEzn9C-I28UtwOjZJtFoob0sAAFZ95GbZkqj4y3i0I",
    event({ seconds }) {
      const body = '{"event":"invitee.created","payload":{"email":"test@example.com"}}';
      const v1 = mac("5mEzn9C-I28UtwOjZJtFoob0sAAFZ95GbZkqj4y3i0I", `${seconds}.${body}`, "hex");
      return { body, headers: { ...json, "Calendly-Webhook-Signature": `t=${seconds},v1=${v1}` } };
    },
  },
  docusign: {
    source: "https://developers.docusign.com/platform/webhooks/connect/validate/",
    preset: "docusign",
    settings: hmac({ header: "X-DocuSign-Signature-1", encoding: "base64" }),
    secret: "docusign-connect-key",
    event() {
      const body = '{"event":"envelope-completed","data":{"envelopeId":"1703061a"}}';
      return { body, headers: { ...json, "X-DocuSign-Signature-1": mac("docusign-connect-key", body, "base64") } };
    },
    answer: { status: 200 },
  },
  zoom: {
    source: "https://developers.zoom.us/docs/api/webhooks/",
    preset: "zoom",
    settings: {
      ...hmac({
        header: "x-zm-signature",
        prefix: "v0=",
        template: "v0:{timestamp}:{body}",
        timestamp: { header: "x-zm-request-timestamp" },
      }),
      handshake: "zoom",
    },
    secret: "zoom-secret-token",
    event: ({ seconds }) => zoomEvent(seconds, '{"event":"meeting.started","payload":{"object":{"id":"1234567890"}}}'),
    check: {
      method: "POST",
      event: ({ seconds }) =>
        zoomEvent(
          seconds,
          '{"payload":{"plainToken":"qgg8vlvZRS6UYooatFL8Aw"},"event_ts":1654503849680,"event":"endpoint.url_validation"}',
        ),
      status: 200,
      text: JSON.stringify({
        plainToken: "qgg8vlvZRS6UYooatFL8Aw",
        encryptedToken: mac("zoom-secret-token", "qgg8vlvZRS6UYooatFL8Aw", "hex"),
      }),
    },
  },
  dropbox: {
    source: "https://www.dropbox.com/developers/reference/webhooks",
    preset: "dropbox",
    settings: { ...hmac({ header: "X-Dropbox-Signature" }), handshake: "dropbox" },
    secret: "dropbox-app-key",
    event() {
      const body = '{"list_folder":{"accounts":["dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc"]}}';
      return { body, headers: { ...json, "X-Dropbox-Signature": mac("dropbox-app-key", body, "hex") } };
    },
    check: { method: "GET", query: "challenge=abc123", status: 200, text: "abc123" },
  },
  trello: {
    source: "https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/",
    preset: "trello",
    settings: hmac({ header: "X-Trello-Webhook", algorithm: "sha1", encoding: "base64", template: "{body}{url}" }),
    secret: "trello-application-secret",
    event({ url }) {
      const body = '{"action":{"id":"51f9424bcd6e040f3c002412","type":"updateCard"}}';
      return {
        body,
        headers: { ...json, "X-Trello-Webhook": mac("trello-application-secret", body + url, "base64", "sha1") },
      };
    },
    check: { method: "HEAD", status: 200, text: "" },
  },
  twitch: {
    source: "https://dev.twitch.tv/docs/eventsub/handling-webhook-events/",
    preset: "twitch",
    settings: hmac({
      header: "Twitch-Eventsub-Message-Signature",
      prefix: "sha256=",
      template: "{id}{timestamp}{body}",
      timestamp: { header: "Twitch-Eventsub-Message-Timestamp", toleranceSeconds: 600 },
      idHeader: "Twitch-Eventsub-Message-Id",
    }),
    secret: "s3cRe7-of-twitch",
    event({ seconds }) {
      const [id, body] = ["befa7b53-d79d-478f-86b9-120f112b044e", '{"event":{"user_id":"1337"}}'];
      const time = new Date(seconds * 1000).toISOString().replace("Z", "123456Z");
      return {
        body,
        headers: {
          ...json,
          "Twitch-Eventsub-Message-Id": id,
          "Twitch-Eventsub-Message-Timestamp": time,
          "Twitch-Eventsub-Message-Signature": `sha256=${mac("s3cRe7-of-twitch", id + time + body, "hex")}`,
        },
      };
    },
  },
  zendesk: {
    source: "https://developer.zendesk.com/documentation/webhooks/verifying/",
    preset: "zendesk",
    settings: hmac({
      header: "X-Zendesk-Webhook-Signature",
      encoding: "base64",
      template: "{timestamp}{body}",
      timestamp: { header: "X-Zendesk-Webhook-Signature-Timestamp" },
    }),
    secret: "dGhpc19zZWNyZXRfaXNfZm9yX3Rlc3Rpbmdfb25seQ==",
    event({ seconds }) {
      const time = new Date(seconds * 1000).toISOString();
      const signature = mac("dGhpc19zZWNyZXRfaXNfZm9yX3Rlc3Rpbmdfb25seQ==", `${time}{"ticket":7}`, "base64");
      return {
        body: '{"ticket":7}',
        headers: { ...json, "X-Zendesk-Webhook-Signature": signature, "X-Zendesk-Webhook-Signature-Timestamp": time },
      };
    },
  },
  xero: {
    source: "https://developer.xero.com/documentation/guides/webhooks/overview/",
    preset: "xero",
    settings: { ...hmac({ header: "x-xero-signature", encoding: "base64" }), acceptedBody: "empty" },
    secret: "xero-webhook-key",
    event() {
      const body = '{"events":[],"firstEventSequence":0,"lastEventSequence":0,"entropy":"S0m3r4Nd0mt3xt"}';
      return { body, headers: { ...json, "x-xero-signature": mac("xero-webhook-key", body, "base64") } };
    },
    answer: { status: 200, text: "" },
  },
  hubspot: {
    source: "https://developers.hubspot.com/docs/api/webhooks/validating-requests",
    preset: "hubspot",
    settings: hmac({
      header: "X-HubSpot-Signature-v3",
      encoding: "base64",
      template: "POST{url}{body}{timestamp}",
      timestamp: { header: "X-HubSpot-Request-Timestamp", unit: "ms" },
    }),
    secret: "hubspot-client-secret",
    event({ seconds, url }) {
      const body = '[{"eventId":1,"subscriptionType":"contact.creation","objectId":123}]';
      const signature = mac("hubspot-client-secret", `POST${url}${body}${seconds * 1000}`, "base64");
      const headers = { "X-HubSpot-Signature-v3": signature, "X-HubSpot-Request-Timestamp": String(seconds * 1000) };
      return { body, headers: { ...json, ...headers } };
    },
  },
  box: {
    source: "https://developer.box.com/guides/webhooks/v2/signatures-v2/",
    preset: "box",
    settings: hmac({
      header: "BOX-SIGNATURE-PRIMARY",
      encoding: "base64",
      template: "{body}{timestamp}",
      timestamp: { header: "BOX-DELIVERY-TIMESTAMP", toleranceSeconds: 600 },
    }),
    secret: "SamplePrimaryKey",
    event({ seconds }) {
      const [body, time] = [
        '{"type":"webhook_event","trigger":"FILE.UPLOADED"}',
        new Date(seconds * 1000).toISOString(),
      ];
      const headers = {
        "BOX-DELIVERY-ID": "f96bb54b-ee16-4fc5-aa65-8c2d9e5b546f",
        "BOX-DELIVERY-TIMESTAMP": time,
        "BOX-SIGNATURE-PRIMARY": mac("SamplePrimaryKey", body + time, "base64"),
        "BOX-SIGNATURE-SECONDARY": mac("SampleSecondaryKey", body + time, "base64"),
      };
      return { body, headers: { ...json, ...headers } };
    },
  },
  linear: {
    source: "https://linear.app/developers/webhooks",
    preset: "linear",
    settings: hmac({ header: "Linear-Signature" }),
    secret: "lin_wh_signing_secret",
    event() {
      const body = '{"action":"create","type":"Issue","webhookTimestamp":1676056940508}';
      return { body, headers: { ...json, "Linear-Signature": mac("lin_wh_signing_secret", body, "hex") } };
    },
    answer: { status: 200 },
  },
  bitbucket: {
    source: "https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/",
    preset: "bitbucket",
    settings: hmac({ header: "X-Hub-Signature", prefix: "sha256=" }),
    secret: "It's a Secret to Everybody",
    event() {
      const body = "Hello World!";
      const signature = `sha256=${mac("It's a Secret to Everybody", body, "hex")}`;
      return { body, headers: { "Content-Type": "text/plain", "X-Hub-Signature": signature } };
    },
  },
  pagerduty: {
    source: "https://developer.pagerduty.com/docs/webhooks-overview",
    preset: "pagerduty",
    settings: hmac({ header: "X-PagerDuty-Signature", listSeparator: ",", pairName: "v1" }),
    secret: "pagerduty-webhook-secret",
    event() {
      const body = '{"event":{"id":"01BU","event_type":"incident.triggered"}}';
      const signed = mac("pagerduty-webhook-secret", body, "hex");
      // During a rotation, it signs with both secrets.
      return { body, headers: { ...json, "X-PagerDuty-Signature": `v1=${"0".repeat(64)},v1=${signed}` } };
    },
  },
  sentry: {
    source: "https://docs.sentry.io/organization/integrations/integration-platform/webhooks/",
    preset: "sentry",
    settings: hmac({ header: "Sentry-Hook-Signature" }),
    secret: "sentry-client-secret",
    event() {
      const body = '{"action":"created","data":{"issue":{"id":"1170820242"}}}';
      return { body, headers: { ...json, "Sentry-Hook-Signature": mac("sentry-client-secret", body, "hex") } };
    },
  },
  "lemon-squeezy": {
    source: "https://docs.lemonsqueezy.com/help/webhooks/signing-requests",
    preset: "lemon-squeezy",
    settings: hmac({ header: "X-Signature" }),
    secret: "lemon-signing-secret",
    event() {
      const body = '{"meta":{"event_name":"order_created"},"data":{"type":"orders","id":"1"}}';
      return {
        body,
        headers: { ...json, "X-Event-Name": "order_created", "X-Signature": mac("lemon-signing-secret", body, "hex") },
      };
    },
    answer: { status: 200 },
  },
  razorpay: {
    source: "https://razorpay.com/docs/webhooks/validate-test/",
    preset: "razorpay",
    settings: hmac({ header: "X-Razorpay-Signature" }),
    secret: "razorpay-webhook-secret",
    event() {
      const body = '{"entity":"event","event":"payment.captured","contains":["payment"]}';
      const headers = {
        "X-Razorpay-Signature": mac("razorpay-webhook-secret", body, "hex"),
        "x-razorpay-event-id": "K7",
      };
      return { body, headers: { ...json, ...headers } };
    },
  },
  telegram: {
    source: "https://core.telegram.org/bots/api#setwebhook",
    settings: { ...at200, verification: { scheme: "token", header: "X-Telegram-Bot-Api-Secret-Token" } },
    secret: "token-of-the-bot_1",
    event: () => ({
      body: '{"update_id":10000,"message":{"text":"/start"}}',
      headers: { ...json, "X-Telegram-Bot-Api-Secret-Token": "token-of-the-bot_1" },
    }),
  },
  "whatsapp cloud api": {
    source: "https://developers.facebook.com/docs/graph-api/webhooks/getting-started",
    settings: { ...hmac({ header: "X-Hub-Signature-256", prefix: "sha256=" }), handshake: "meta" },
    secret: "secret-and-verify-token",
    event() {
      const body = '{"object":"whatsapp_business_account","entry":[]}';
      const signature = `sha256=${mac("secret-and-verify-token", body, "hex")}`;
      return { body, headers: { ...json, "X-Hub-Signature-256": signature } };
    },
    check: {
      method: "GET",
      query: "hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=secret-and-verify-token",
      status: 200,
      text: "1158201444",
    },
    answer: { status: 200 },
  },
  "microsoft graph": {
    source: "https://learn.microsoft.com/graph/change-notifications-delivery-webhooks",
    settings: { ...at200, acceptedStatus: 202, handshake: "microsoft-graph" },
    event: () => ({ body: '{"value":[{"subscriptionId":"1","clientState":"secret"}]}', headers: json }),
    check: {
      method: "POST",
      query: "validationToken=Validation%3A+Testing+client+application",
      status: 200,
      text: "Validation: Testing client application",
    },
    answer: { status: 202 },
  },
  "amazon sns": {
    source: "https://docs.aws.amazon.com/sns/latest/dg/sns-http-https-endpoint-as-subscriber.html",
    // Its RSA signature is in the body. The script of the file opens the SubscribeURL of the first message.
    settings: at200,
    event: () => ({
      body: '{"Type":"SubscriptionConfirmation","SubscribeURL":"https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription"}',
      headers: { "Content-Type": "text/plain; charset=UTF-8", "x-amz-sns-message-type": "SubscriptionConfirmation" },
    }),
    answer: { status: 200 },
  },
  gitlab: {
    source: "https://docs.gitlab.com/user/project/integrations/webhooks/",
    settings: { ...at200, verification: { scheme: "token", header: "X-Gitlab-Token" } },
    secret: "token-of-a-project",
    event: () => ({ body: '{"object_kind":"push"}', headers: { ...json, "X-Gitlab-Token": "token-of-a-project" } }),
  },
};

function slackHeaders(seconds: number, body: string) {
  return {
    "X-Slack-Request-Timestamp": String(seconds),
    "X-Slack-Signature": `v0=${mac(slackSecret, `v0:${seconds}:${body}`, "hex")}`,
  };
}

function zoomEvent(seconds: number, body: string): SenderEvent {
  const signature = `v0=${mac("zoom-secret-token", `v0:${seconds}:${body}`, "hex")}`;
  return { body, headers: { ...json, "x-zm-signature": signature, "x-zm-request-timestamp": String(seconds) } };
}
