import { afterAll, expect } from "vitest";
import { mistyped } from "../support/mistyped.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { hooks, worldWithAnswer } from "./support/hooks.ts";

const service = await testService({ sandbox: { world: worldWithAnswer() } });
afterAll(() => service.stop());

const { inbox, register, send, key, ended } = await hooks(service);
const at = "/svc/receiver/Contacts/orders";

verifies("webhooks:receive:result", async () => {
  const answer = await send("POST", at, { json: { order: 7 } });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    success: true,
    scriptError: 0,
    scriptResult: { received: true },
    successMessage: "Message Accepted",
  });
  const record = await inbox(answer.body.messageRecordId);
  expect(record.Channel).toBe("orders");
  expect(JSON.parse(record.Payload)).toEqual({ order: 7, "request-id": answer.body.deliveryId });
});

verifies("webhooks:receive:result", "every digit stays as the sender wrote it", async () => {
  const text = '{ "id": 12345678901234567890, "rate": 1.10, "empty": {} }\n';
  const answer = await send("POST", at, { body: text, headers: { "Content-Type": "application/json" } });
  const { Payload } = await inbox(answer.body.messageRecordId);
  expect(Payload.startsWith('{ "id": 12345678901234567890, "rate": 1.10, "empty": {},')).toBe(true);
  expect(JSON.parse(Payload)["request-id"]).toBe(answer.body.deliveryId);
});

verifies(
  "webhooks:receive:result",
  "a name that Latchkey adds is Latchkey's, in any spelling by the sender",
  async () => {
    const sent = [
      ['{"request-id":"mine","a":1.0}', "application/json"],
      ['{"request\\u002did":"mine","a":1}', "application/json"],
      ['{"a":1}', ""],
    ] as const;
    for (const [text, type] of sent) {
      const answer = await send("POST", at, { body: text, headers: { "Content-Type": type } });
      const { Payload } = await inbox(answer.body.messageRecordId);
      const own = type === "" ? {} : { "request-fields": { "request-id": "mine" } };
      if (text.includes("1.0")) expect(Payload).toContain('"a":1.0,');
      expect(JSON.parse(Payload), text).toEqual({ a: 1, "request-id": answer.body.deliveryId, ...own });
    }
    for (const text of ["{ }", '{"a":{"request-id":"mine"}}']) {
      const answer = await send("POST", at, { body: text, headers: { "Content-Type": "application/json" } });
      const { Payload } = await inbox(answer.body.messageRecordId);
      expect(JSON.parse(Payload), text).toEqual({ ...JSON.parse(text), "request-id": answer.body.deliveryId });
    }
  },
);

verifies("webhooks:receive:key", async () => {
  const byQuery = await service.raw("POST", `${at}?apiKey=${key}&size=L`, { json: { a: 1 } });
  const byPath = await service.raw("POST", `${at}/${key}`, {
    json: { a: 2 },
    headers: { Authorization: "Basic b3RoZXI6b25l" },
  });
  expect([byQuery.status, byPath.status]).toEqual([200, 200]);
  expect((await inbox(byQuery.body.messageRecordId)).Payload).not.toContain(key);
  expect(await service.raw("POST", at, { json: {} })).toRefuseWith("credential_missing");
  expect(await service.raw("POST", `${at}/${mistyped(key)}`, { json: {} })).toRefuseWith("key_unknown");
  const other = await service.aKey({ databases: ["Orders.fmp12"] });
  expect(await service.raw("POST", at, { key: other, json: {} })).toRefuseWith("key_file_not_allowed");
});

verifies("webhooks:methods:patch-delete", async () => {
  for (const method of ["PATCH", "DELETE", "PUT"]) {
    const answer = await send(method, at, { json: { method } });
    expect(JSON.parse((await inbox(answer.body.messageRecordId)).Payload)).toMatchObject({ method });
  }
  const byGet = await send("GET", `${at}?order=9&includeQuery=true`);
  expect(JSON.parse((await inbox(byGet.body.messageRecordId)).Payload)).toEqual({
    order: "9",
    "request-id": byGet.body.deliveryId,
    "request-query": { order: "9" },
  });
  const refused = await send("OPTIONS", at);
  expect(refused.status).toBe(405);
});

verifies("webhooks:content-type:json-suffix", async () => {
  const type = "application/cloudevents+json; charset=utf-8";
  const answer = await send("POST", at, { body: '{"specversion":"1.0"}', headers: { "Content-Type": type } });
  expect(JSON.parse((await inbox(answer.body.messageRecordId)).Payload)).toMatchObject({ specversion: "1.0" });
});

verifies("webhooks:content-type:text", async () => {
  const bodies = [
    ["application/x-www-form-urlencoded", "name=Ada&city=Z%C3%BCrich"],
    ["text/plain", "a plain line"],
    ["application/xml", "<order id='7'/>"],
    ["application/json", "[1,2,3]"],
  ] as const;
  for (const [type, body] of bodies) {
    const answer = await send("POST", at, { body, headers: { "Content-Type": type } });
    expect((await inbox(answer.body.messageRecordId)).Payload).toBe(body);
  }
  const latin = await send("POST", at, {
    body: Buffer.from("Zürich", "latin1"),
    headers: { "Content-Type": "text/plain; charset=iso-8859-1" },
  });
  expect((await inbox(latin.body.messageRecordId)).Payload).toBe("Zürich");
  const image = await send("POST", at, { body: "x", headers: { "Content-Type": "image/png" } });
  expect(image).toRefuseWith("webhook_type_unsupported");
  const broken = await send("POST", at, { body: '{"a":', headers: { "Content-Type": "application/json" } });
  expect(broken).toRefuseWith("json_invalid");
});

verifies("webhooks:headers:method", async () => {
  await register("headers", { includeHeaders: true });
  const sent = { headers: { "X-Shop": "bern", Authorization: `Bearer ${key}` }, json: { a: 1 } };
  const answer = await service.raw("PUT", "/svc/receiver/Contacts/headers", sent);
  const payload = JSON.parse((await inbox(answer.body.messageRecordId)).Payload);
  expect(payload["request-headers"]).toMatchObject({ "X-Method": "PUT", "X-Shop": "bern" });
  expect(JSON.stringify(payload)).not.toContain(key);
  const switched = await send("POST", `${at}?includeHeaders`, { json: {} });
  const other = JSON.parse((await inbox(switched.body.messageRecordId)).Payload);
  expect(other["request-headers"]["X-Method"]).toBe("POST");
});

verifies("webhooks:receive:accepted", async () => {
  await register("later", { answerMode: "accepted", acceptedStatus: 200 });
  const answer = await send("POST", "/svc/receiver/Contacts/later", { json: { a: 1 } });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ success: true, queued: true });
  const delivery = await ended(answer.body.deliveryId);
  expect(delivery).toMatchObject({ state: "delivered", attempts: 1 });
});

verifies("webhooks:receive:deadline", async () => {
  await register("slow", { deadlineSeconds: 0.2, script: "Wait" });
  const answer = await send("POST", "/svc/receiver/Contacts/slow", { json: { a: 1 } });
  expect(answer.status).toBe(202);
  expect(answer.body).toMatchObject({ queued: true });
  expect(await ended(answer.body.deliveryId)).toMatchObject({ state: "delivered", attempts: 1 });
});

verifies("webhooks:receive:own-answer", async () => {
  await register("own", { script: "Answer" });
  const answer = await send("POST", "/svc/receiver/Contacts/own", { json: {} });
  expect(answer.status).toBe(201);
  expect(answer.headers["x-order"]).toBe("7");
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect(answer.headers["transfer-encoding"]).toBeUndefined();
  expect(answer.body).toEqual({ thanks: true });
});

verifies("webhooks:refresh:failed", async () => {
  service.sandbox.faults.set([
    { kind: "deadToken", path: "/records", times: 1 },
    { kind: "wrongPassword", times: 1 },
  ]);
  const answer = await send("POST", at, { json: { a: 1 } });
  service.sandbox.faults.clear();
  expect(answer).toRefuseWith("stored_credentials_refused");
  const { body } = await service.admin("GET", `/svc/api/deliveries/${answer.body.response.deliveryId}`);
  expect(body.response.delivery).toMatchObject({ state: "failed", attempts: 1 });
  await service.turn(60_000);
});

verifies("webhooks:receive:undelivered", async () => {
  await register("nowhere", { layout: "Missing" });
  const answer = await send("POST", "/svc/receiver/Contacts/nowhere", { json: { a: 1 } });
  expect(answer).toRefuseWith("webhook_undelivered");
  expect(answer.body.messages[0].text).toContain("105");
});

verifies("webhooks:receive:limits", async () => {
  await register("small", { largestBytes: 20, allowedAddresses: ["127.0.0.0/8", "::1"] });
  const small = "/svc/receiver/Contacts/small";
  expect((await send("POST", small, { json: { a: 1 } })).status).toBe(200);
  const large = await send("POST", small, { json: { a: "x".repeat(50) } });
  expect(large).toRefuseWith("body_too_large");
  expect(large.body.messages[0].text).toContain("20 bytes");
  await register("elsewhere", { allowedAddresses: ["203.0.113.0/24"] });
  expect(await send("POST", "/svc/receiver/Contacts/elsewhere", { json: {} })).toRefuseWith("webhook_address_refused");
  await register("off", { active: false });
  expect(await send("POST", "/svc/receiver/Contacts/off", { json: {} })).toRefuseWith("webhook_inactive");
});

verifies("webhooks:register:automatic", async () => {
  const hook = (await service.admin("GET", "/svc/api/webhooks")).body.response.webhooks.find(
    ({ channel }: { channel: string }) => channel === "orders",
  );
  expect(hook).toMatchObject({
    database: "Contacts.fmp12",
    label: "orders",
    url: "/svc/receiver/Contacts.fmp12/orders",
  });
  await service.admin("PATCH", "/svc/api/settings", { "auto-register-webhook": false });
  expect(await send("POST", "/svc/receiver/Contacts/unknown", { json: {} })).toRefuseWith("webhook_not_registered");
  await service.admin("PATCH", "/svc/api/settings", { "auto-register-webhook": true });
  expect((await send("POST", "/svc/receiver/Contacts.fmp12/unknown", { json: {} })).status).toBe(200);
});

verifies("webhooks:counters:counted", async () => {
  await service.settle();
  const { webhooks } = (await service.admin("GET", "/svc/api/webhooks")).body.response;
  const nowhere = webhooks.find(({ channel }: { channel: string }) => channel === "nowhere");
  expect(nowhere).toMatchObject({ number_of_times_used: 1, bytes_received: 7, last_result_is_error: 1, active: 1 });
  expect(nowhere.last_result).toContain("105");
  const later = webhooks.find(({ channel }: { channel: string }) => channel === "later");
  expect(later).toMatchObject({ number_of_times_used: 1, last_result_is_error: 0 });
});
