import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { anODataServer, type ODataServer } from "./support/an-odata-server.ts";
import { shopWorld } from "./support/shop-world.ts";

test("webhooks are added, listed, read, and deleted; numbers are reused", async () => {
  const { shop, root } = await aServer();
  const body = {
    webhook: "https://example.test/hook",
    tableName: "orders",
    headers: { "X-Key": "k" },
    select: "amount",
  };
  const add = async () => (await shop("POST", "/Webhook.Add", { body })).json;
  expect(await add()).toEqual({ webhookResult: { webhookID: 1 } });
  expect(await add()).toEqual({ webhookResult: { webhookID: 2 } });
  const described = {
    webhookID: 1,
    tableName: "Orders",
    webhook: body.webhook,
    headers: body.headers,
    notifySchemaChanges: false,
    select: "amount",
    filter: "",
    pendingOperations: [],
  };
  expect((await shop("GET", "/Webhook.Get(1)")).json).toEqual({
    "@context": `${root}/$metadata#WebHook`,
    ...described,
  });
  expect((await shop("GET", "/Webhook.GetAll")).json).toEqual({
    "@context": `${root}/$metadata#WebHook Processor`,
    status: "ACTIVE",
    webhooks: [described, { ...described, webhookID: 2 }],
  });
  expect((await shop("POST", "/Webhook.Delete(1)")).json).toEqual({ webhookResult: { webhookID: 1 } });
  expect((await shop("GET", "/Webhook.Get(1)")).json).toEqual({
    error: { code: "-1061", message: "Specified WebHook not found" },
  });
  expect(await add()).toEqual({ webhookResult: { webhookID: 1 } });
});

test("errors: missing URL, unknown table, other methods and actions", async () => {
  const { shop } = await aServer();
  const add = (body: object) => shop("POST", "/Webhook.Add", { body });
  expect(await add({ webhook: "nowhere", tableName: "Orders" })).toMatchObject({ status: 400, code: "-1002" });
  expect(await add({ webhook: "https://a.test", tableName: "Nope" })).toMatchObject({ status: 404, code: "-1020" });
  for (const [method, path] of [
    ["POST", "/Webhook.GetAll"],
    ["POST", "/Webhook.Remove(1)"],
    ["DELETE", "/Webhook.Delete(1)"],
    ["GET", "/Webhook.Get"],
  ] as const) {
    expect(await shop(method, path)).toMatchObject({ status: 400, code: "-1003" });
  }
  expect(await shop("POST", "/Webhook.Invoke(7)", { body: {} })).toMatchObject({ status: 404, code: "-1061" });
});

test("a receiver is notified of new, changed, and deleted records, by any API or script", async () => {
  const server = await aServer();
  const receiver = await aReceiver();
  await hook(server, receiver.url, { headers: { "X-Key": "secret" }, select: "number,amount" });
  await server.shop("POST", "/Orders", { body: { amount: 5 } });
  const reported = await receiver.next();
  expect(reported.headers).toMatchObject({ "x-key": "secret", "content-type": "application/json" });
  expect(reported.body).toEqual({
    "@odata.context": 'fmi/odata/v4/Shop/$metadata#Orders("number","amount")',
    value: [
      {
        "@odata.id": "fmi/odata/v4/Shop/Orders('104')",
        "@odata.editLink": "fmi/odata/v4/Shop/Orders('104')",
        number: 104,
        amount: 5,
      },
    ],
  });
  await server.shop("PATCH", "/Orders(104)", { body: { amount: 6 } });
  expect((await receiver.next()).body).toMatchObject({ value: [{ amount: 6 }] });
  await server.shop("DELETE", "/Orders(104)");
  expect((await receiver.next()).body).toMatchObject({ value: [{ ROWID: 4 }] });
});

test("a filter decides what is sent, and a failed changeset sends nothing", async () => {
  const server = await aServer();
  const receiver = await aReceiver();
  await hook(server, receiver.url, { filter: "amount gt 100", select: "amount" });
  await server.shop("PATCH", "/Orders(101)", { body: { amount: 50 } });
  const part = (order: number) =>
    `--c\r\nContent-Type: application/http\r\n\r\nPATCH Orders(${order}) HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{"amount":101}\r\n`;
  const body = `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n${part(101)}${part(999)}--c--\r\n\r\n--b--\r\n`;
  await server.shop("POST", "/$batch", { body, headers: { "content-type": "multipart/mixed; boundary=b" } });
  await server.shop("PATCH", "/Orders(102)", { body: { amount: 500 } });
  expect((await receiver.next()).body).toMatchObject({ value: [{ amount: 500 }] });
});

test("schema changes are sent to webhooks that request them", async () => {
  const server = await aServer();
  const receiver = await aReceiver();
  await hook(server, receiver.url, { notifySchemaChanges: true });
  await server.shop("PATCH", "/FileMaker_Tables/Orders", { body: { fields: [{ name: "more", type: "int" }] } });
  expect((await receiver.next()).body).toMatchObject({
    "@odata.context": 'fmi/odata/v4/Shop/$metadata#FileMaker_Tables("TableName","TableId","BaseTableName","ModCount")',
    value: [{ TableName: "Orders" }],
  });
});

test("Invoke sends the named rows, and all rows if it names none", async () => {
  const server = await aServer();
  const receiver = await aReceiver();
  await hook(server, receiver.url, {});
  expect((await server.shop("POST", "/Webhook.Invoke(1)", { body: { rowIDs: [3, 1] } })).status).toBe(200);
  expect((await receiver.next()).body.value).toMatchObject([{ number: 103 }, { number: 101 }]);
  await server.shop("POST", "/Webhook.Invoke(1)", { body: { rowIDs: [] } });
  expect((await receiver.next()).body.value).toHaveLength(3);
});

test("an event that isn't accepted waits, says why, and is retried later", async () => {
  const server = await aServer();
  const receiver = await aReceiver(503);
  await hook(server, receiver.url, { select: "amount" });
  await server.shop("PATCH", "/Orders(101)", { body: { amount: 1 } });
  await receiver.next();
  const pending = async () => (await server.shop("GET", "/Webhook.Get(1)")).json.pendingOperations;
  await expect.poll(pending).toEqual([
    {
      operation: "UPDATE",
      rowIDs: [1],
      status: "NOT_SENT",
      lastErrorCode: 503,
      lastErrorMessage: "HTTP 503",
      sendAttempts: 1,
    },
  ]);
  receiver.answers(200);
  server.advance(60_000);
  await receiver.next();
  await expect.poll(pending).toEqual([]);
});

test("a wrong select is never sent; after a number of attempts, a newer server gives up", async () => {
  const server = await aServer("26.0.1.68");
  const receiver = await aReceiver();
  await hook(server, receiver.url, { select: "1wrong", maxFailedAttempts: 2 });
  await server.shop("PATCH", "/Orders(101)", { body: { amount: 1 } });
  const pending = async () => (await server.shop("GET", "/Webhook.Get(1)")).json.pendingOperations;
  await expect.poll(pending).toMatchObject([{ lastErrorCode: -1002, sendAttempts: 1 }]);
  server.advance(60_000);
  await expect.poll(pending).toEqual([]);
});

test("query headers shape what a newer server sends, and aren't sent along", async () => {
  for (const [version, rowId] of [
    ["26.0.1.68", 1],
    ["22.0.4.427", undefined],
  ] as const) {
    const server = await aServer(version);
    const receiver = await aReceiver();
    await hook(server, receiver.url, { queryHeaders: { Prefer: "fmodata.include-specialcolumns" } });
    await server.shop("PATCH", "/Orders(101)", { body: { amount: 1 } });
    const { headers, body } = await receiver.next();
    expect(headers.prefer).toBeUndefined();
    expect((body.value as { ROWID?: number }[])[0]?.ROWID).toBe(rowId);
  }
});

test("servers before 22.0.4 have no webhooks", async () => {
  const { shop } = await aServer("22.0.2.204");
  expect(await shop("GET", "/Webhook.GetAll")).toMatchObject({ status: 400, code: "-1003" });
});

function aServer(version = "22.0.4.427"): Promise<ODataServer> {
  return anODataServer({ world: shopWorld({}, { version }) });
}

async function hook(server: ODataServer, webhook: string, more: object): Promise<void> {
  const answer = await server.shop("POST", "/Webhook.Add", { body: { webhook, tableName: "Orders", ...more } });
  expect(answer.status).toBe(200);
}

interface Reported {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Starts a receiver that a webhook can call. `next` returns the received calls, one after another. */
async function aReceiver(status = 200) {
  let current = status;
  const reported: Reported[] = [];
  const waiting: ((one: Reported) => void)[] = [];
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const one = { headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) as Reported["body"] };
      response.writeHead(current).end();
      const next = waiting.shift();
      if (next === undefined) reported.push(one);
      else next(one);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  return {
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
    answers(next: number) {
      current = next;
    },
    next: () =>
      new Promise<Reported>((resolve) => {
        const one = reported.shift();
        if (one === undefined) waiting.push(resolve);
        else resolve(one);
      }),
  };
}

test("from 26 on, Invoke sends at once, and answers 1631 if the receiver can't be reached", async () => {
  for (const invokeFailureStatus of [400, 502] as const) {
    const server = await anODataServer({ world: shopWorld({ invokeFailureStatus }, { version: "26.0.1.68" }) });
    await hook(server, "http://127.0.0.1:1/gone", {});
    const answer = await server.shop("POST", "/Webhook.Invoke(1)", { body: { rowIDs: [1] } });
    expect(answer).toMatchObject({
      status: invokeFailureStatus,
      json: { error: { code: "1631", message: "Connection failed" } },
    });
    const receiver = await aReceiver();
    await hook(server, receiver.url, {});
    expect((await server.shop("POST", "/Webhook.Invoke(2)", { body: { rowIDs: [1] } })).status).toBe(200);
    expect((await receiver.next()).body.value).toHaveLength(1);
  }
});

test("bodies are indented by tabs, with members in alphabetical order", async () => {
  const raw = async (webhookBody: "tabs" | "compact") => {
    const server = await anODataServer({ world: shopWorld({ webhookBody }, { version: "22.0.4.427" }) });
    const bodies: string[] = [];
    const receiver = createServer(async (request, response) => {
      bodies.push(await text(request));
      response.end();
    });
    await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening));
    onTestFinished(() => void receiver.close());
    await hook(server, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`, { select: "number,amount" });
    await server.shop("POST", "/Webhook.Invoke(1)", { body: { rowIDs: [1] } });
    await expect.poll(() => bodies).toHaveLength(1);
    return bodies[0];
  };
  const record = "fmi/odata/v4/Shop/Orders('101')";
  expect(await raw("tabs")).toBe(
    [
      "{",
      '\t"@odata.context" : "fmi/odata/v4/Shop/$metadata#Orders(\\"number\\",\\"amount\\")",',
      '\t"value" :',
      "\t[",
      "\t\t{",
      `\t\t\t"@odata.editLink" : "${record}",`,
      `\t\t\t"@odata.id" : "${record}",`,
      '\t\t\t"amount" : 20,',
      '\t\t\t"number" : 101',
      "\t\t}",
      "\t]",
      "}",
    ].join("\n"),
  );
  expect(await raw("compact")).toMatch(/^\{"@odata\.context":.*"number":101,"amount":20\}\]\}$/);
});
