import { createHmac } from "node:crypto";
import { afterAll, expect } from "vitest";
import { webhookStore } from "#shared/webhooks/store.ts";
import type { Answer } from "../support/http/call.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { hooks } from "../webhooks/support/hooks.ts";
import { callsAs } from "./support/callers.ts";
import { fullCounts } from "./support/full-counts.ts";

const service = await testService();
afterAll(() => service.stop());
const { key, register, received, attempted, send } = await hooks(service);
const viewer = await callsAs(service, "viewer");
const at = (channel: string) => `/svc/receiver/Contacts/${channel}`;
const secret = "S3cret-of-the-sender";

const deliveriesOf = async (id: number) => {
  const found = [];
  for (let page: string | undefined = ""; page !== undefined; ) {
    const answer: Answer = await service.admin("GET", `/svc/api/deliveries?source=webhook-${id}${page}`);
    const { response } = answer.body;
    found.push(...response.deliveries);
    page = response.cursor === null ? undefined : `&cursor=${encodeURIComponent(response.cursor)}`;
  }
  return found;
};
const signature = (body: string, encoding: "hex" | "base64") =>
  createHmac("sha256", secret).update(body).digest(encoding);

verifies("webhooks:secret:hidden", async () => {
  for (const header of ["X-Hook", "X-Signature", "X-Webhook-Auth", "X-Gitlab-Token", "Authorization"]) {
    const settings = { answerMode: "accepted", includeHeaders: true, verification: { scheme: "token", header } };
    const channel = header.toLowerCase();
    const { id } = await register(channel, settings, secret);
    // With the key in the address, the header belongs to the sender.
    const path = `${at(channel)}/${key}`;
    const options = { headers: { [header]: secret, "X-Other": "open" }, json: { q: 1 } };
    const { deliveryId } = (await service.raw("POST", path, options)).body;
    await attempted(deliveryId);
    const read = await viewer("GET", `/svc/api/deliveries/${deliveryId}`);
    expect(read.text, header).not.toContain(secret);
    expect(read.text).toContain("open");
    expect(read.body.response.delivery.request.headers).toContainEqual({ name: header, value: "…" });
    const search = (text: string) => viewer("GET", `/svc/api/deliveries?source=webhook-${id}&text=${text}`);
    expect((await search(secret)).body.response.deliveries, header).toEqual([]);
    expect((await search("open")).body.response.deliveries).toHaveLength(1);
    const [payload] = await received(channel);
    expect(JSON.stringify(payload), header).not.toContain(secret);
    expect(JSON.stringify(payload)).toContain("open");
  }
  expect(JSON.stringify(await service.rows("deliveries"))).not.toContain(secret);
  expect(await service.logs()).not.toContain(secret);
});

verifies(
  "webhooks:secret:hidden",
  "the secret is also hidden in events that arrived before the header was named",
  async () => {
    service.sandbox.faults.set({ kind: "stopped", path: "/layouts/OttoReceiver" });
    const { id } = await register("before", { answerMode: "accepted", includeHeaders: true });
    const sent = await send("POST", at("before"), { headers: { "X-Hook": secret }, json: {} });
    const { deliveryId } = sent.body;
    await attempted(deliveryId);
    await service.admin("POST", `/svc/api/webhooks/${id}/secret`, { secret });
    const verification = { scheme: "token", header: "x-hook" };
    expect(await service.admin("PATCH", `/svc/api/webhooks/${id}`, { settings: { verification } })).toSucceed();
    expect((await viewer("GET", `/svc/api/deliveries/${deliveryId}`)).text).not.toContain(secret);
    const search = await viewer("GET", `/svc/api/deliveries?source=webhook-${id}&text=${secret}`);
    expect(search.body.response.deliveries).toEqual([]);
    service.sandbox.faults.clear();
    await service.admin("POST", `/svc/api/deliveries/${deliveryId}/replay`);
    while ((await received("before")).length === 0) await service.turn(1_000);
    expect(JSON.stringify(await received("before"))).not.toContain(secret);
  },
);

verifies("webhooks:secret:hidden", "secrets in the query are hidden too", async () => {
  const { id } = await register("query", { answerMode: "accepted" });
  const { deliveryId } = (await send("POST", `${at("query")}?token=${secret}&page=2`, { json: {} })).body;
  const { delivery } = (await viewer("GET", `/svc/api/deliveries/${deliveryId}`)).body.response;
  expect(delivery.request.target).toBe("/receiver/Contacts/query?token=…&page=2");
  const found = await viewer("GET", `/svc/api/deliveries?source=webhook-${id}&text=${secret}`);
  expect(found.body.response.deliveries).toEqual([]);
});

/** Senders that sign the body, but not the id by which they name an event. */
const unsigned: Readonly<Record<string, { id: string; topic?: string; signed: (body: string) => object }>> = {
  github: {
    id: "X-GitHub-Delivery",
    signed: (body) => ({ "X-Hub-Signature-256": `sha256=${signature(body, "hex")}` }),
  },
  shopify: {
    id: "X-Shopify-Webhook-Id",
    topic: "X-Shopify-Topic",
    signed: (body) => ({ "X-Shopify-Hmac-Sha256": signature(body, "base64") }),
  },
  woocommerce: {
    id: "X-WC-Webhook-Delivery-ID",
    topic: "X-WC-Webhook-Topic",
    signed: (body) => ({ "X-WC-Webhook-Signature": signature(body, "base64") }),
  },
  hmac: { id: "X-Id", signed: (body) => ({ "X-Sig": signature(body, "hex") }) },
};

verifies("webhooks:duplicates:unsigned-id", async () => {
  for (const [scheme, { id, topic, signed }] of Object.entries(unsigned)) {
    const given = scheme === "hmac" ? { scheme, header: "X-Sig", idHeader: "X-Id" } : { scheme };
    const { id: webhook } = await register(scheme, { answerMode: "accepted", verification: given }, secret);
    const post = async (body: string, headers: object) => {
      const sent = await send("POST", at(scheme), {
        headers: { "Content-Type": "application/json", ...signed(body), ...headers },
        body,
      });
      expect(sent.status, `${scheme} ${sent.text}`).toBe(202);
      return sent.body.deliveryId;
    };
    const named = (value: string) =>
      topic === undefined ? { [id]: value } : { [id]: value, [topic]: "orders/create" };
    const first = await post('{"a":1}', named("a"));
    // Sent again by its sender, replayed with other ids, and with none.
    for (let count = fullCounts ? 1_000 : 5; count > 0; count -= 1)
      expect(await post('{"a":1}', named(`forged ${count}`)), scheme).toBe(first);
    expect(await post('{"a":1}', named("a")), scheme).toBe(first);
    if (topic === undefined) expect(await post('{"a":1}', {}), scheme).toBe(first);
    // Different events are delivered, even if their sender gives them the same id, or distinguishes them by topic.
    const second = await post('{"a":2}', named("a"));
    expect(second, scheme).not.toBe(first);
    const distinct = topic === undefined ? 2 : 3;
    if (topic !== undefined)
      expect([first, second]).not.toContain(await post('{"a":1}', { [id]: "a", [topic]: "orders/paid" }));
    const kept = await deliveriesOf(webhook);
    expect(kept.filter(({ state }: { state: string }) => state !== "suppressed")).toHaveLength(distinct);
    const again = kept.filter(({ duplicateOf }: { duplicateOf: string }) => duplicateOf === first);
    expect(again.map(({ senderId }: { senderId: string }) => senderId)).toContain("forged 1");
  }
  // A configuration can explicitly trust the id.
  const verification = { scheme: "hmac", header: "X-Sig", idHeader: "X-Id" };
  const duplicates = { by: "sender", header: "X-Id", hours: 24 };
  await register("trusted", { answerMode: "accepted", verification, duplicates }, secret);
  const headers = (value: string) => ({ "X-Sig": signature("{}", "hex"), "X-Id": value });
  const ids = [];
  for (const value of ["a", "b", "a"])
    ids.push((await send("POST", at("trusted"), { headers: headers(value), json: {} })).body.deliveryId);
  expect(new Set(ids).size).toBe(2);
});

verifies("webhooks:register:bounded", async () => {
  const most = 100;
  const other = await service.aKey({ label: "other" });
  const event = (channel: string, by = key) => service.raw("POST", at(channel), { key: by, json: {} });
  const before = (await service.admin("GET", "/svc/api/webhooks")).body.response.webhooks.length;
  const statuses: number[] = [];
  for (let count = 0; count < (fullCounts ? 400 : most + 3); count += 1)
    statuses.push((await event(`c${count}`)).status);
  expect(statuses.filter((status) => status !== 409)).toHaveLength(most);
  expect(await event("c-more")).toRefuseWith("webhook_registrations_used");
  // Known channels still work, and so do other keys and administrators.
  expect((await event("c0")).status).not.toBe(409);
  expect((await event("by-other", other)).status).not.toBe(409);
  await register("by-administrator");
  expect((await service.admin("GET", "/svc/api/webhooks")).body.response.webhooks).toHaveLength(before + most + 2);
  const lines = (await service.logs())
    .split("\n")
    .filter((line) => line.includes('"event":"webhook_registrations_used"'));
  expect(lines).toHaveLength(1);
  // Deleting one makes room.
  const { webhooks } = (await service.admin("GET", "/svc/api/webhooks")).body.response;
  const { id } = webhooks.find(({ channel }: { channel: string }) => channel === "c1");
  await service.admin("DELETE", `/svc/api/webhooks/${id}`);
  await service.turn(60_000);
  expect((await event("c-more")).status).not.toBe(409);
});

verifies("webhooks:verify:strength", async () => {
  const made = (verification: object, given = secret) =>
    service.admin("POST", "/svc/api/webhooks", {
      ...{ channel: "strong", filename: "Contacts", label: "strong", secret: given },
      settings: { verification },
    });
  const hmac = { scheme: "hmac", header: "X-Sig" };
  const timestamp = { header: "X-Time" };
  const weak = [
    { template: "fixed" },
    { template: "{timestamp}", timestamp },
    { template: "{url}" },
    { template: "{body}", timestamp },
    { template: "{timestamp}.{body}" },
    { template: "{id}.{body}" },
    { template: "{Timestamp}.{body}" },
    { template: "{nonce}{body}" },
  ];
  for (const one of weak)
    expect(await made({ ...hmac, ...one }), one.template).toRefuseWith("webhook_template_invalid");
  expect(await made({ ...hmac, template: "{body}{body}" })).toRefuseWith("input_invalid");
  for (const scheme of ["github", "woocommerce", "typeform"])
    expect(await made({ scheme }, "fifteen letters"), scheme).toRefuseWith("webhook_secret_short");
  expect(await made({ scheme: "token", header: "X" }, "s")).toRefuseWith("webhook_secret_short");
  expect(await made(hmac, "eleven char")).toRefuseWith("webhook_secret_short");

  // Signatures that senders use today: the address before or after the body, the time, and secrets that they issue.
  const { id } = (await made({ ...hmac, template: "{url}{body}" }, "dropbox-15-char")).body.response;
  const change = (verification: object) =>
    service.admin("PATCH", `/svc/api/webhooks/${id}`, { settings: { verification } });
  for (const one of [{ template: "{body}{url}" }, { template: "v0:{timestamp}:{body}", timestamp }])
    expect(await change({ ...hmac, ...one })).toSucceed();
  expect(await change({ ...hmac, template: "fixed" })).toRefuseWith("webhook_template_invalid");
  const short = await service.admin("POST", `/svc/api/webhooks/${id}/secret`, { secret: "s" });
  expect(short).toRefuseWith("webhook_secret_short");
});

verifies(
  "webhooks:verify:strength",
  "a weak one stored earlier is read, and its other settings can be changed",
  async () => {
    const verification = { scheme: "hmac", header: "X-Sig" };
    const { id } = await register("old", { answerMode: "accepted", verification }, secret);
    const stores = service.openStores(service.clock);
    const webhooks = webhookStore(stores.table);
    const stored = await webhooks.get(id);
    if (stored === undefined) throw new Error("It is stored");
    const old = { ...verification, algorithm: "sha256", encoding: "hex", template: "fixed" };
    const settings = {
      ...stored.record.settings,
      verification: { ...(stored.record.settings.verification as object), ...old },
    };
    await webhooks.change({ ...stored.record, settings }, stored.version);
    const path = `/svc/api/webhooks/${id}`;
    expect((await service.admin("GET", path)).body.response.settings.verification).toMatchObject(old);
    const headers = { "X-Sig": signature("fixed", "hex") };
    expect((await send("POST", at("old"), { headers, json: {} })).status).toBe(202);
    expect(await service.admin("PATCH", path, { label: "renamed", settings: { deadlineSeconds: 3 } })).toSucceed();
    expect(await service.admin("PATCH", path, { settings: { active: true } })).toRefuseWith("webhook_template_invalid");
  },
);
