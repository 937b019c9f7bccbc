import { createHmac } from "node:crypto";
import { gzipSync } from "node:zlib";
import { sign as signAsGitHub } from "@octokit/webhooks-methods";
import { Webhook as StandardWebhook } from "standardwebhooks";
import Stripe from "stripe";
import { Webhook as SvixWebhook } from "svix";
import { afterAll, expect } from "vitest";
import { onAws, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { hooks } from "./support/hooks.ts";

const service = await testService();
afterAll(() => service.stop());

const { register, send, received, inbox, key } = await hooks(service);
const at = (channel: string) => `/svc/receiver/Contacts/${channel}`;
const json = { "Content-Type": "application/json" };
const stripe = new Stripe("sk_test_unused");
const standardSecret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const seconds = () => Math.floor(service.clock.now() / 1000);
const hmac = (algorithm: string, secret: string, text: string, encoding: "hex" | "base64") =>
  createHmac(algorithm, secret).update(text).digest(encoding);
const post = (channel: string, body: string | Uint8Array, headers: Record<string, string>) =>
  send("POST", at(channel), { body, headers: { ...json, ...headers } });

/** Signs a body like each sender, with the sender's own library if there is one. */
const senders: Record<
  string,
  { secret: string; sign(body: string): Promise<Record<string, string>> | Record<string, string> }
> = {
  "standard-webhooks": {
    secret: standardSecret,
    sign(body) {
      const id = `msg_${body.length}`;
      const signature = new StandardWebhook(standardSecret).sign(id, new Date(seconds() * 1000), body);
      return { "webhook-id": id, "webhook-timestamp": String(seconds()), "webhook-signature": `v1,AAAA ${signature}` };
    },
  },
  svix: {
    secret: standardSecret,
    sign(body) {
      const signature = new SvixWebhook(standardSecret).sign("msg_1", new Date(seconds() * 1000), body);
      return { "svix-id": "msg_1", "svix-timestamp": String(seconds()), "svix-signature": signature };
    },
  },
  stripe: {
    secret: "whsec_the_whole_text",
    sign: (payload) => ({
      "Stripe-Signature": stripe.webhooks.generateTestHeaderString({
        payload,
        secret: "whsec_the_whole_text",
        timestamp: seconds(),
      }),
    }),
  },
  github: {
    secret: "It's a Secret to Everybody",
    sign: async (body) => ({
      "X-Hub-Signature-256": await signAsGitHub("It's a Secret to Everybody", body),
      "X-GitHub-Delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
    }),
  },
  shopify: {
    secret: "shared",
    sign: (body) => ({ "X-Shopify-Hmac-Sha256": hmac("sha256", "shared", body, "base64"), "X-Shopify-Event-Id": "e1" }),
  },
  slack: {
    secret: "slack-signing",
    sign: (body) => ({
      "X-Slack-Request-Timestamp": String(seconds()),
      "X-Slack-Signature": `v0=${hmac("sha256", "slack-signing", `v0:${seconds()}:${body}`, "hex")}`,
    }),
  },
  woocommerce: {
    secret: "secret-of-woocommerce",
    sign: (body) => ({ "X-WC-Webhook-Signature": hmac("sha256", "secret-of-woocommerce", body, "base64") }),
  },
  typeform: {
    secret: "secret-of-typeform",
    sign: (body) => ({ "Typeform-Signature": `sha256=${hmac("sha256", "secret-of-typeform", body, "base64")}` }),
  },
  paddle: {
    secret: "pdl_ntfset",
    sign: (body) => ({
      "Paddle-Signature": `ts=${seconds()};h1=${hmac("sha256", "pdl_ntfset", `${seconds()}:${body}`, "hex")}`,
    }),
  },
};

for (const [scheme, { secret, sign }] of Object.entries(senders))
  verifies("webhooks:verify:senders", `signatures of ${scheme} are accepted, and nothing else is`, async () => {
    const { id } = await register(scheme, { verification: { scheme } }, secret);
    const body = '{ "id": "evt_1", "amount": 1.50, "name": "Zoë" }\n';
    const headers = await sign(body);
    expect((await post(scheme, body, headers)).status).toBe(200);
    expect(await received(scheme)).toMatchObject([{ amount: 1.5, name: "Zoë" }]);
    const altered = await post(scheme, body.replace("1.50", "1.51"), headers);
    expect(altered).toRefuseWith("webhook_signature_refused");
    expect(await post(scheme, body, {})).toRefuseWith("webhook_signature_refused");
    await service.settle();
    expect((await service.admin("GET", `/svc/api/webhooks/${id}`)).body.response).toMatchObject({ refusedCount: 2 });
    expect(await received(scheme)).toHaveLength(1);
  });

verifies("webhooks:verify:age", async () => {
  for (const scheme of ["standard-webhooks", "stripe", "slack", "paddle"]) {
    const sender = senders[scheme];
    if (sender === undefined) throw new Error(scheme);
    const body = `{"id":"${scheme}-late"}`;
    const headers = await sender.sign(body);
    service.clock.jump(400_000);
    expect(await post(scheme, body, headers)).toRefuseWith("webhook_signature_refused");
    service.clock.jump(-800_000);
    expect(await post(scheme, body, headers)).toRefuseWith("webhook_signature_refused");
    service.clock.jump(400_000);
    expect((await post(scheme, body, headers)).status).toBe(200);
  }
  const lenient = { "webhook-id": "m1", "webhook-timestamp": `${seconds()}abc` };
  const signature = `v1,${createHmac("sha256", Buffer.alloc(32, 7)).update(`m1.${seconds()}abc.{}`).digest("base64")}`;
  expect(await post("standard-webhooks", "{}", { ...lenient, "webhook-signature": signature })).toRefuseWith(
    "webhook_signature_refused",
  );
});

verifies("webhooks:verify:general", async () => {
  const verification = {
    scheme: "hmac",
    header: "X-Sign",
    algorithm: "sha1",
    encoding: "base64",
    prefix: "s=",
    template: "{url}\n{timestamp}\n{id}\n{body}",
    listSeparator: ",",
    keyDecoding: "base64",
    timestamp: { header: "X-Time", unit: "ms", toleranceSeconds: 60 },
    idHeader: "X-Id",
  };
  await register("general", { verification }, Buffer.from("raw key").toString("base64"));
  const time = service.clock.now();
  const signed = `${service.baseUrl}${at("general")}\n${time}\nid 1\n{"a":1}`;
  const headers = {
    "X-Time": String(time),
    "X-Id": "id 1",
    "X-Sign": `s=AAAA, s=${hmac("sha1", "raw key", signed, "base64")}`,
  };
  expect((await post("general", '{"a":1}', headers)).status).toBe(200);
  expect(await post("general", '{"a":1}', { ...headers, "X-Id": "id 2" })).toRefuseWith("webhook_signature_refused");

  await register("token", { verification: { scheme: "token", header: "X-Gitlab-Token" } }, "equal-to-the-secret");
  expect((await post("token", "{}", { "X-Gitlab-Token": "equal-to-the-secret" })).status).toBe(200);
  expect(await post("token", "{}", { "X-Gitlab-Token": "equa1" })).toRefuseWith("webhook_signature_refused");
  expect(await post("token", "{}", {})).toRefuseWith("webhook_signature_refused");
});

verifies("webhooks:secret:rotate", async () => {
  const { id } = await register("rotate", { verification: { scheme: "shopify" } }, "old");
  const signed = (secret: string, body: string) =>
    post("rotate", body, { "X-Shopify-Hmac-Sha256": hmac("sha256", secret, body, "base64") });
  await service.admin("POST", `/svc/api/webhooks/${id}/secret`, { secret: "new", previousHours: 1 });
  expect([(await signed("old", '{"n":1}')).status, (await signed("new", '{"n":2}')).status]).toEqual([200, 200]);
  await service.turn(3_601_000);
  expect(await signed("old", '{"n":3}')).toRefuseWith("webhook_signature_refused");
  expect((await signed("new", '{"n":4}')).status).toBe(200);
});

verifies("webhooks:duplicates:sender", async () => {
  const { sign } = senders.stripe as (typeof senders)["stripe"];
  const body = '{"id":"evt_twice"}';
  const first = await post("stripe", body, await sign(body));
  await service.turn(2_000);
  const second = await post("stripe", body, await sign(body));
  expect([second.status, second.text]).toEqual([first.status, first.text]);
  expect((await received("stripe")).filter(({ id }: { id: string }) => id === "evt_twice")).toHaveLength(1);
  const source = first.body.deliveryId.split("_")[0];
  const { deliveries } = (await service.admin("GET", `/svc/api/deliveries?source=${source}&state=suppressed`)).body
    .response;
  expect(deliveries).toMatchObject([{ senderId: "evt_twice", duplicateOf: first.body.deliveryId }]);
  const replay = await service.admin("POST", `/svc/api/deliveries/${deliveries[0].id}/replay`);
  expect(replay).toRefuseWith("delivery_suppressed");
  await service.turn(24 * 3_600_000);
  expect((await post("stripe", body, await sign(body))).body.deliveryId).not.toBe(first.body.deliveryId);
});

verifies("webhooks:duplicates:sender", "of several copies of an event at the same time, one arrives", async () => {
  await register("race", { duplicates: { by: "sender", header: "X-Event", hours: 24 }, answerMode: "accepted" });
  const answers = await Promise.all(Array.from({ length: 8 }, () => post("race", '{"a":1}', { "X-Event": "7" })));
  expect(new Set(answers.map(({ body }) => body.deliveryId)).size).toBe(1);
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(202));
});

verifies("webhooks:duplicates:body", async () => {
  await register("bodies", { duplicates: { by: "body", hours: 1 } });
  await register("same");
  for (const channel of ["bodies", "same"]) for (const _ of [1, 2]) await post(channel, '{"a":1}', {});
  expect([await received("bodies"), await received("same")].map((rows) => rows.length)).toEqual([1, 2]);
});

verifies("webhooks:duplicates:unanswered", async () => {
  const { id } = await register("unanswered", {
    layout: "Missing",
    duplicates: { by: "sender", field: "event.id", hours: 1 },
  });
  const body = '{"event":{"id":5}}';
  const refused = await post("unanswered", body, {});
  expect(refused).toRefuseWith("webhook_undelivered");
  await service.admin("PATCH", `/svc/api/webhooks/${id}`, { settings: { layout: "OttoReceiver" } });
  await service.turn(1_000);
  const again = await post("unanswered", body, {});
  expect(again.status, again.text).toBe(200);
  expect(again.body.deliveryId).toBe(refused.body.response.deliveryId);
});

verifies("webhooks:handshake:answered", async () => {
  service.sandbox.faults.set({ kind: "stopped", path: "^/fmi/data" });
  const slackBody = '{"type":"url_verification","challenge":"abc<script>"}';
  const slack = await post("slack", slackBody, await (senders.slack as (typeof senders)["slack"]).sign(slackBody));
  expect([slack.status, slack.text, slack.headers["content-type"]]).toEqual([
    200,
    "abc<script>",
    "text/plain; charset=utf-8",
  ]);
  expect(slack.headers["x-content-type-options"]).toBe("nosniff");
  expect(await post("slack", slackBody, {})).toRefuseWith("webhook_signature_refused");
  await register("graph", { handshake: "microsoft-graph" });
  expect((await send("POST", `${at("graph")}?validationToken=Validation%3A%20Test`)).text).toBe("Validation: Test");
  await register("dropbox", { handshake: "dropbox" });
  expect((await send("GET", `${at("dropbox")}?challenge=xyz`)).text).toBe("xyz");
  await register("meta", { handshake: "meta", verification: { scheme: "token", header: "X-T" } }, "a-token-of-its-own");
  const meta = (token: string) =>
    send("GET", `${at("meta")}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=42`);
  expect((await meta("a-token-of-its-own")).text).toBe("42");
  expect(await meta("other")).toRefuseWith("webhook_signature_refused");
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  expect((await send("POST", at("woocommerce"), { body: "webhook_id=12", headers: form })).status).toBe(200);
  service.sandbox.faults.clear();
  await service.turn(1_000);
});

verifies("webhooks:receive:large", async () => {
  await register("large", { largestBytes: 5_000_000 });
  const text = JSON.stringify({ text: "ä".repeat(200_000) });
  const whole = await post("large", text, {});
  expect(JSON.parse((await inbox(whole.body.messageRecordId)).Payload).text).toHaveLength(200_000);
  const packed = await post("large", gzipSync(text), { "Content-Encoding": "gzip" });
  expect(JSON.parse((await inbox(packed.body.messageRecordId)).Payload).text).toHaveLength(200_000);
  expect(await post("large", "not packed", { "Content-Encoding": "gzip" })).toRefuseWith("webhook_type_unsupported");
  expect(await post("large", gzipSync(" ".repeat(6_000_000)), { "Content-Encoding": "gzip" })).toRefuseWith(
    "body_too_large",
  );
  const { request } = (await service.admin("GET", `/svc/api/deliveries/${whole.body.deliveryId}`)).body.response
    .delivery;
  expect([request.isWhole, request.body.length > 40_000, text.startsWith(request.body)]).toEqual([false, true, true]);
});

verifies("webhooks:log:line", async () => {
  const { body } = await service.raw("POST", `${at("logged")}/${key}?includeQuery=1`, {
    json: { card: "4242424242424242" },
  });
  await service.runtime.platform.log.flush();
  const fromFile = () => service.admin("GET", "/svc/api/server-info/logs/svc-receiver.log");
  const text = onAws ? await service.logs() : (await fromFile()).text;
  expect(text).toContain(body.deliveryId);
  expect(text).not.toContain(key);
  expect(text).not.toContain("4242424242424242");
});
