import { afterAll, expect } from "vitest";
import { senderCheck } from "#shared/webhooks/verification/verify.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { hooks } from "./support/hooks.ts";
import { publicSenders, type SenderEvent } from "./support/senders.ts";

const service = await testService();
afterAll(() => service.stop());

const { register, key } = await hooks(service);

for (const [name, sender] of Object.entries(publicSenders))
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
    if (secret === undefined || "X-Gitlab-Token" in sent.headers) return;
    expect(await post({ ...sent, body: `${sent.body} ` })).toRefuseWith("webhook_signature_refused");
  });

verifies("webhooks:senders:played", "signatures that senders publish are verified", async () => {
  const published = [
    {
      verification: { scheme: "github" as const },
      secret: "It's a Secret to Everybody",
      body: "Hello, World!",
      headers: { "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17" },
    },
    {
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
  for (const { verification, secret, body, seconds = 0, headers } of published) {
    const head = {
      header: (name: string) => (headers as Record<string, string>)[name],
      url: "",
      now: seconds * 1000,
    };
    const check = senderCheck(head, verification, [secret]);
    check.update(Buffer.from(body));
    expect(check.verdict(), verification.scheme).toBeUndefined();
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
