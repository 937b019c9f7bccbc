import { afterAll, expect } from "vitest";
import type { Verification } from "#shared/webhooks/verification/contract.ts";
import { senderCheck } from "#shared/webhooks/verification/verify.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { hooks } from "./support/hooks.ts";
import { publicSenders, type SenderEvent } from "./support/senders.ts";

const service = await testService();
afterAll(() => service.stop());

const { register, key } = await hooks(service);

/** Senders with their settings, and those with a preset a second time with nothing but that. */
const played = Object.entries(publicSenders).flatMap(([name, { preset, ...sender }]) =>
  preset === undefined
    ? [[name, sender] as const]
    : [
        [name, sender] as const,
        [
          `${name} by preset`,
          { ...sender, settings: { ...waiting(sender.settings), verification: { scheme: preset } } },
        ] as const,
      ],
);

/** Returns the settings for answers that a preset doesn't have. */
function waiting({ answerMode, acceptedStatus }: Readonly<Record<string, unknown>>) {
  return { answerMode, acceptedStatus };
}

for (const [name, sender] of played)
  verifies("webhooks:senders:played", `${name} is accepted as its documentation says`, async () => {
    const { settings, secret, receiver = "receiver", event, check, answer: wanted } = sender;
    const channel = name.replaceAll(" ", "-");
    const { id } = await register(channel, settings, secret, receiver === "filereceiver");
    // All that these senders know is an address.
    const path = `/svc/${receiver}/Contacts/${channel}/${key}`;
    const around = { seconds: Math.floor(service.clock.now() / 1000), url: service.baseUrl + path };
    const post = ({ body, headers }: SenderEvent) => service.raw("POST", path, { body, headers });

    if (check !== undefined) {
      const { method, query, event: asked } = check;
      const answer =
        asked === undefined
          ? await service.raw(method, query === undefined ? path : `${path}?${query}`)
          : await post(asked(around));
      expect([answer.status, answer.text]).toEqual([check.status, check.text]);
    }
    const sent = event(around);
    const answer = await post(sent);
    expect(answer.status, answer.text).toBe(wanted?.status ?? 200);
    if (wanted?.text !== undefined) expect(answer.text).toBe(wanted.text);
    const { deliveries } = (await service.admin("GET", `/svc/api/deliveries?source=webhook-${id}`)).body.response;
    expect(deliveries).toHaveLength(1);
    if (secret === undefined || JSON.stringify(settings).includes('"token"')) return;
    expect(await post({ ...sent, body: `${sent.body} ` })).toRefuseWith("webhook_signature_refused");
  });

/** Signed example of a sender's documentation, or of a test of its own library. */
interface Published {
  readonly source: string;
  readonly verification: Verification;
  readonly secret: string;
  readonly body: string;
  readonly url?: string;
  readonly seconds?: number;
  readonly headers: Readonly<Record<string, string>>;
}

verifies("webhooks:senders:played", "signatures that senders publish are verified", async () => {
  const published: readonly Published[] = [
    {
      source: "https://github.com/twilio/twilio-php/blob/main/tests/Twilio/Unit/RequestValidatorTest.php",
      verification: { scheme: "twilio" as const },
      secret: "12345",
      url: "https://mycompany.com/myapp.php?foo=1&bar=2",
      body: "To=%2B18005551212&Digits=1234&From=%2B14158675309&Caller=%2B14158675309&CallSid=CA1234567890ABCDE",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": "RSOYDt4T1cUTdK1PDd93/VVr8B8=",
      },
    },
    {
      source: "https://github.com/square/square-nodejs-sdk/blob/master/test/webhooksHelper.test.ts",
      verification: { scheme: "square" as const },
      secret: "Ibxx_5AKakO-3qeNVR61Dw",
      url: "https://webhook.site/679a4f3a-dcfa-49ee-bac5-9d0edad886b9",
      body: '{"merchant_id":"MLEFBHHSJGVHD","type":"webhooks.test_notification","event_id":"ac3ac95b-f97d-458c-a6e6-18981597e05f","created_at":"2022-07-13T20:30:59.037339943Z","data":{"type":"webhooks","id":"bc368e64-01aa-407e-b46e-3231809b1129"}}',
      headers: { "x-square-hmacsha256-signature": "GF4YkrJgGBDZ9NIYbNXBnMzqb2HoL4RW/S6vkZ9/2N4=" },
    },
    {
      source: "https://developer.box.com/guides/webhooks/v2/signatures-v2/",
      verification: { scheme: "box" as const },
      secret: "SamplePrimaryKey",
      seconds: Date.parse("2020-01-01T00:00:00-07:00") / 1000,
      body: '{"type":"webhook_event","webhook":{"id":"1234567890"},"trigger":"FILE.UPLOADED","source":{"id":"1234567890","type":"file","name":"Test.txt"}}',
      headers: {
        "box-delivery-timestamp": "2020-01-01T00:00:00-07:00",
        "box-signature-primary": "6TfeAW3A1PASkgboxxA5yqHNKOwFyMWuEXny/FPD5hI=",
      },
    },
    {
      source: "https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/",
      verification: { scheme: "bitbucket" as const },
      secret: "It's a Secret to Everybody",
      body: "Hello World!",
      headers: { "x-hub-signature": "sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9" },
    },
    {
      source: "https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries",
      verification: { scheme: "github" as const },
      secret: "It's a Secret to Everybody",
      body: "Hello, World!",
      headers: { "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17" },
    },
    {
      source: "https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md",
      verification: { scheme: "standard-webhooks" as const },
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      body: '{"test": 2432232314}',
      seconds: 1_614_265_330,
      headers: {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
      },
    },
    {
      source: "https://docs.slack.dev/authentication/verifying-requests-from-slack",
      verification: { scheme: "slack" as const },
      secret: "8f742231b10e8888abcd99yyyzzz85a5",
      body: "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
      seconds: 1_531_420_618,
      headers: {
        "x-slack-request-timestamp": "1531420618",
        "x-slack-signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
      },
    },
  ];
  for (const { source, verification, secret, body, url = "", seconds = 0, headers } of published) {
    const head = {
      header: (name: string) => headers[name],
      url,
      now: seconds * 1000,
    };
    const check = senderCheck(head, verification, [secret]);
    check.update(Buffer.from(body));
    expect(check.verdict(), source).toBeUndefined();
  }
});

verifies("webhooks:senders:played", "signatures that can't be verified are refused at registration", async () => {
  const headers = ["PAYPAL-TRANSMISSION-SIG", "X-Twilio-Email-Event-Webhook-Signature", "X-Signature-Ed25519"];
  for (const header of [...headers, "X-Gitlab-Token"]) {
    const answer = await service.admin("POST", "/svc/api/webhooks", {
      ...{ channel: "refused", filename: "Contacts", label: "refused", secret: "a-secret-of-16-ch" },
      settings: { verification: { scheme: "hmac", header } },
    });
    expect(answer, header).toRefuseWith("webhook_scheme_unsupported");
    expect(answer.body.messages[0].text).toContain(header);
  }
});

verifies("webhooks:senders:presets", async () => {
  const { id } = await register("calls", { verification: { scheme: "twilio" } }, "auth-token-of-twilio");
  const shown = (await service.admin("GET", `/svc/api/webhooks/${id}`)).body.response;
  expect(shown.settings).toMatchObject({ acceptedStatus: 200, acceptedBody: "empty", answerMode: "result" });
  expect(shown.sampleEvent).toContain("MessageSid=SM");
  const test = await service.admin("POST", `/svc/api/webhooks/${id}/test`, { key });
  expect(test.body.response).toMatchObject({ ok: true });
  const { delivery } = (await service.admin("GET", `/svc/api/deliveries/${test.body.response.deliveryId}`)).body
    .response;
  expect(JSON.stringify(delivery)).toContain("x-www-form-urlencoded");
  // Settings of the webhook go before those of the preset.
  const own = await register("own", { acceptedBody: "json", verification: { scheme: "xero" } }, "webhook-key-of-xero");
  expect(own.settings).toMatchObject({ answerMode: "accepted", acceptedStatus: 200, acceptedBody: "json" });
  const weak = { channel: "weak", filename: "Contacts", label: "weak", secret: "short" };
  for (const scheme of ["bitbucket", "razorpay", "twitch", "lemon-squeezy"])
    expect(
      await service.admin("POST", "/svc/api/webhooks", { ...weak, settings: { verification: { scheme } } }),
    ).toRefuseWith("webhook_secret_short");
});
