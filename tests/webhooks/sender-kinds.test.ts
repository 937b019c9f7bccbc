import { createHmac } from "node:crypto";
import { afterAll, expect } from "vitest";
import { onAws, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { hooks } from "./support/hooks.ts";

const service = await testService();
afterAll(() => service.stop());

const { register, send, received, key, ended } = await hooks(service);
const events = (channel: string) => `/svc/receiver/Contacts/${channel}`;
const files = (channel: string) => `/svc/filereceiver/Contacts/${channel}`;
const json = { "Content-Type": "application/json" };

verifies("webhooks:duplicates:occurrence", async () => {
  const settings = { answerMode: "accepted", acceptedStatus: 200, verification: { scheme: "shopify" } };
  await register("shop", settings, "shared");
  const ids: string[] = [];
  for (const [topic, state] of [
    ["orders/create", "pending"],
    ["orders/paid", "paid"],
  ]) {
    const body = `{"id":7,"state":"${state}"}`;
    const headers = {
      ...json,
      "X-Shopify-Topic": topic ?? "",
      "X-Shopify-Event-Id": "e1",
      "X-Shopify-Webhook-Id": `w-${state}`,
      "X-Shopify-Hmac-Sha256": createHmac("sha256", "shared").update(body).digest("base64"),
    };
    const { deliveryId } = (await send("POST", events("shop"), { body, headers })).body;
    const delivery = (await service.admin("GET", `/svc/api/deliveries/${deliveryId}`)).body.response.delivery;
    expect(delivery.senderId).toBe(`w-${state}`);
    ids.push(deliveryId);
  }
  expect(new Set(ids).size).toBe(2);
  await service.turn(1_000);
  expect((await received("shop")).map(({ state }) => state)).toEqual(["pending", "paid"]);
});

verifies("webhooks:values:repeated", async () => {
  await register("poll", { includeQuery: true, includeHeaders: true }, undefined, true);
  const body = new FormData();
  for (const [name, value] of [
    ["color", "red"],
    ["color", "green"],
    ["color", "blue"],
    ["__proto__", "kept"],
    ["files", "mine"],
    ["request-id", "mine"],
    ["empty", ""],
  ])
    body.append(name ?? "", value ?? "");
  const request = new Request("http://localhost", { method: "POST", body });
  const headers = { "Content-Type": request.headers.get("content-type") ?? "", "X-Tag": ["a", "b"] };
  const answer = await send("POST", `${files("poll")}?a=1&b=&a=2&a=1`, {
    body: Buffer.from(await request.arrayBuffer()),
    headers: headers as unknown as Record<string, string>,
  });
  expect(answer.status, answer.text).toBe(200);
  const [payload] = await received("poll");
  expect(payload).toMatchObject({
    color: ["red", "green", "blue"],
    empty: "",
    files: [],
    "request-id": answer.body.deliveryId,
    "request-fields": { files: "mine", "request-id": "mine" },
    "request-query": { a: ["1", "2", "1"], b: "" },
    "request-headers": { "X-Tag": "a, b" },
  });
  expect(Object.getOwnPropertyDescriptor(payload, "__proto__")?.value).toBe("kept");
});

verifies(
  "webhooks:values:repeated",
  "the query is a list for the script and for an event without a body too",
  async () => {
    const answer = await send("GET", `${events("query")}?a=1&a=2&request-id=mine`);
    expect(answer.status, answer.text).toBe(200);
    expect(await received("query")).toEqual([
      { a: ["1", "2"], "request-id": answer.body.deliveryId, "request-fields": { "request-id": "mine" } },
    ]);
  },
);

verifies("webhooks:receive:result", "a list keeps its digits when the query is included", async () => {
  const body = "[12345678901234567890, 1.10]\n";
  const answer = await send("POST", `${events("list")}?includeQuery`, { body, headers: json });
  expect(answer.status, answer.text).toBe(200);
  const [text] = await payloads("list");
  expect(text).toContain('"request-body":[12345678901234567890, 1.10],');
});

/** Returns the payloads of a channel as text. */
async function payloads(channel: string): Promise<string[]> {
  const records = "/svc/fmi/data/vLatest/databases/Contacts/layouts/OttoReceiver/records";
  const { body } = await send("GET", `${records}?_limit=1000`);
  const rows = body.response.data as { fieldData: Record<string, string> }[];
  return rows.filter(({ fieldData }) => fieldData.Channel === channel).map(({ fieldData }) => fieldData.Payload ?? "");
}

/** Returns a body as multipart form with these fields. */
async function multipart(fields: Readonly<Record<string, string | File>>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  const request = new Request("http://localhost", { method: "POST", body: data });
  return {
    body: Buffer.from(await request.arrayBuffer()),
    headers: { "Content-Type": request.headers.get("content-type") ?? "" },
  };
}

const urlencoded = { "Content-Type": "application/x-www-form-urlencoded" };

verifies("webhooks:content-type:both-forms", async () => {
  await register("mail");
  await register("mail", {}, undefined, true);
  const bounced = await multipart({ event: "bounced", text: "Zürich ".repeat(30_000) });
  const atEvents = await send("POST", events("mail"), bounced);
  expect(atEvents.status, atEvents.text).toBe(200);
  const atFiles = await send("POST", files("mail"), { body: "event=delivered&tag=a&tag=b+c", headers: urlencoded });
  expect(atFiles.status, atFiles.text).toBe(200);
  const asJson = await send("POST", files("mail"), { body: '{"event":1.0}', headers: json });
  expect(asJson.status, asJson.text).toBe(200);
  expect(await received("mail")).toEqual([
    { event: "bounced", text: "Zürich ".repeat(30_000), "request-id": atEvents.body.deliveryId },
    { event: "delivered", tag: ["a", "b c"], files: [], "request-id": atFiles.body.deliveryId },
    { event: 1, "request-id": asJson.body.deliveryId },
  ]);
  const withFile = await send("POST", events("mail"), await multipart({ a: new File(["x"], "a.txt") }));
  expect(withFile).toRefuseWith("webhook_type_unsupported");
  expect(withFile.body.messages[0].text).toContain("/svc/filereceiver/");
});

verifies("webhooks:content-type:both-forms", "a URL-encoded form is read in its charset", async () => {
  const post = (body: string, charset = "") =>
    send("POST", files("latin"), { body, headers: { "Content-Type": `application/x-www-form-urlencoded${charset}` } });
  expect((await post("city=Z%FCrich", "; charset=iso-8859-1")).status).toBe(200);
  expect((await post("_charset_=windows-1252&sum=5%80")).status).toBe(200);
  expect(await post("city=Z%FCrich")).toRefuseWith("webhook_type_unsupported");
  expect(await received("latin")).toMatchObject([{ city: "Zürich" }, { sum: "5€" }]);
});

verifies("webhooks:content-type:text", "XML is read in the encoding that it declares", async () => {
  const document = '<?xml version="1.0" encoding="ISO-8859-1"?><city>Zürich</city>';
  const answer = await send("POST", events("xml"), {
    body: Buffer.from(document, "latin1"),
    headers: { "Content-Type": "application/xml" },
  });
  expect(answer.status, answer.text).toBe(200);
  const wide = await send("POST", events("xml"), {
    body: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("Zürich", "utf16le")]),
    headers: { "Content-Type": "text/plain" },
  });
  expect(wide.status, wide.text).toBe(200);
  expect(await payloads("xml")).toEqual([document, "Zürich"]);
});

const signature = (algorithm: string, secret: string, text: string, encoding: "hex" | "base64" = "base64") =>
  createHmac(algorithm, secret).update(text).digest(encoding);

verifies("webhooks:verify:address", async () => {
  const verification = {
    scheme: "hmac",
    header: "X-Sig",
    algorithm: "sha1",
    encoding: "base64",
    template: "{body}{url}",
  };
  const secret = "secret-of-the-board";
  await register("board", { verification }, secret);
  const addresses = [
    `${events("board")}/${key}`,
    `${events("board")}?apiKey=${key}`,
    `${events("board")}/${key}?x=a%20b&flag&path=a/b&y=c+d&e=%2f`,
    `/svc/receiver/contacts.FMP12/board/${key}/`,
    `${events("board")}/${key}?`,
  ];
  // API Gateway doesn't pass on how a query was written.
  for (const [at, address] of addresses.slice(0, onAws ? 2 : undefined).entries()) {
    const body = `{"a":${at}}`;
    const sig = signature("sha1", secret, `${body}${service.baseUrl}${address}`);
    const answer = await service.raw("POST", address, { body, headers: { ...json, "X-Sig": sig } });
    expect(answer.status, `${address} ${answer.text}`).toBe(200);
    expect(answer.text).not.toContain(key);
    const other = await service.raw("POST", `${address}x`, { body, headers: { ...json, "X-Sig": sig } });
    expect(other.status).toBeGreaterThan(400);
    const { delivery } = (await service.admin("GET", `/svc/api/deliveries/${answer.body.deliveryId}`)).body.response;
    expect(JSON.stringify(delivery)).not.toContain(key);
  }
  expect(await service.logs()).not.toContain(key);
});

verifies("webhooks:handshake:empty", async () => {
  const { id } = await register("checked", { verification: { scheme: "slack" } }, "slack-signing");
  for (const address of [events("checked"), files("new"), events("new")]) {
    const head = await service.raw("HEAD", `${address}/${key}`);
    expect([head.status, head.text], address).toEqual([200, ""]);
  }
  const empty = await send("GET", events("checked"));
  expect([empty.status, empty.text]).toEqual([200, ""]);
  expect(await send("GET", `${events("checked")}?order=7`)).toRefuseWith("webhook_signature_refused");
  expect((await service.raw("HEAD", events("checked"))).status).toBe(401);
  expect(await received("checked")).toEqual([]);
  const { webhooks } = (await service.admin("GET", "/svc/api/webhooks")).body.response;
  expect(webhooks.some(({ channel }: { channel: string }) => channel === "new")).toBe(false);
  expect((await service.admin("GET", `/svc/api/webhooks/${id}`)).body.response.number_of_times_used).toBe(0);
  await service.admin("PATCH", "/svc/api/settings", { "auto-register-webhook": false });
  expect((await send("HEAD", events("new"))).status).toBe(404);
  await service.admin("PATCH", "/svc/api/settings", { "auto-register-webhook": true });
  // Without signatures, a GET is an event.
  const event = await send("GET", events("plain"));
  expect(event.status, event.text).toBe(200);
  expect(await received("plain")).toHaveLength(1);
});

verifies("webhooks:verify:times", async () => {
  const secret = "secret-of-the-desk";
  const timestamp = { header: "X-Time", toleranceSeconds: 600 };
  const verification = {
    scheme: "hmac",
    header: "X-Sig",
    encoding: "base64",
    template: "{timestamp}{body}",
    timestamp,
  };
  await register("desk", { verification }, secret);
  const post = (time: string) =>
    send("POST", events("desk"), {
      body: "{}",
      headers: { ...json, "X-Time": time, "X-Sig": signature("sha256", secret, `${time}{}`) },
    });
  const now = new Date(service.clock.now());
  const iso = now.toISOString();
  const good = [
    iso,
    iso.replace(/\.\d+Z/, "Z"),
    iso.replace("Z", "123456Z"),
    iso.replace("Z", "+00:00"),
    now.toUTCString(),
    String(now.getTime() / 1000),
  ];
  for (const time of good) expect((await post(time)).status, time).toBe(200);
  const unreadable = ["tomorrow", `${iso}x`, "2026-13-45T00:00:00Z", "", "12e3", "2026-11-27"];
  for (const time of unreadable) {
    const answer = await post(time);
    expect(answer, time).toRefuseWith("webhook_signature_refused");
    expect(answer.body.messages[0].text, time).toContain(time === "" ? "timestamp" : "can't be read");
  }
  const late = await post(new Date(now.getTime() - 700_000).toISOString());
  expect(late.body.messages[0].text).toContain("too old");
});

verifies("webhooks:receive:accepted-empty", async () => {
  const empty = { acceptedStatus: 200, acceptedBody: "empty", duplicates: { by: "body", hours: 1 } };
  await register("ledger", { ...empty, answerMode: "accepted" });
  const { id } = await register("late", { ...empty, deadlineSeconds: 0.2, script: "Wait" });
  for (const channel of ["ledger", "ledger", "late", "late"]) {
    const answer = await send("POST", events(channel), { body: '{"events":[]}', headers: json });
    expect([answer.status, answer.text, answer.headers["content-type"]], channel).toEqual([200, "", undefined]);
    if (channel === "ledger") continue;
    const { deliveries } = (await service.admin("GET", `/svc/api/deliveries?source=webhook-${id}`)).body.response;
    await ended(deliveries.at(-1).id);
  }
  await register("silent", { answerMode: "accepted", acceptedStatus: 204 });
  const silent = await send("POST", events("silent"), { json: {} });
  expect([silent.status, silent.text]).toEqual([204, ""]);
});

verifies("webhooks:counters:refused", async () => {
  const { id } = await register("strict", { largestBytes: 20 });
  const shown = async () => {
    await service.settle();
    await service.turn(60_000);
    return (await service.admin("GET", `/svc/api/webhooks/${id}`)).body.response;
  };
  const refusals: [object, string][] = [
    [{ body: "x", headers: { "Content-Type": "image/png" } }, "image/png"],
    [{ body: '{"a":', headers: json }, "line 1"],
    [{ body: "x".repeat(30), headers: json }, "20 bytes"],
  ];
  for (const [at, [options, reason]] of refusals.entries()) {
    expect((await send("POST", events("strict"), options)).status).toBeGreaterThanOrEqual(400);
    const webhook = await shown();
    expect(webhook).toMatchObject({ refusedCount: at + 1, number_of_times_used: 0, last_result_is_error: 1 });
    expect(webhook.last_result).toContain(reason);
    expect(webhook.last_used).not.toBeNull();
  }
  await service.admin("PATCH", `/svc/api/webhooks/${id}`, { settings: { active: false } });
  await send("POST", events("strict"), { json: {} });
  expect(await shown()).toMatchObject({ refusedCount: 4, last_result: "This webhook is disabled" });
  await service.runtime.platform.log.flush();
  const fromFile = () => service.admin("GET", "/svc/api/server-info/logs/svc-receiver.log");
  const log = onAws ? await service.logs() : (await fromFile()).text;
  const lines = log.split("\n").filter((line) => line.includes('"strict"'));
  expect(lines.some((line) => line.includes('"outcome":"refused"') && line.includes("image/png"))).toBe(true);
});
