import { afterAll, expect } from "vitest";
import { loadWorld } from "../../../sandbox/fmserver/world/load-world.ts";
import { batchForms, writtenBatch } from "../../support/http/batch-forms.ts";
import { batchOf } from "../../support/http/odata-batch.ts";
import { saying, wireUpstream } from "../../support/http/wire-upstream.ts";
import { serverProfile, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({
  dataApiUrl: upstream.origin,
  environment: { SERVICE_PREFIX_ALIASES: "otto,api-v1" },
});
// Batches written by Latchkey must satisfy a strict server.
const demo = loadWorld(new URL("../../../sandbox/worlds/demo.json", import.meta.url), serverProfile);
const world = { ...demo, server: { ...demo.server, odata: { ...demo.server.odata, batches: "strict" as const } } };
const sandboxed = await testService({ sandbox: { world } });
afterAll(async () => {
  await service.stop();
  await sandboxed.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"], isOData: true });
const native = "/fmi/odata/v4/Wire";

async function send(body: string | Uint8Array, prefix = "svc", boundary = "batch_1") {
  upstream.answers(saying(200, ["Content-Type", "multipart/mixed; boundary=b_1"], "--b_1--\r\n"));
  const headers = { "Content-Type": `multipart/mixed; boundary="${boundary}"` };
  return service.raw("POST", `/${prefix}${native}.fmp12/$batch`, { key, body, headers });
}

/** Returns the batch that reached the server, with its boundaries replaced by short names. */
async function passedOn(body: string | Uint8Array, prefix?: string): Promise<string> {
  const answer = await send(body, prefix);
  expect(answer.status, answer.text).toBe(200);
  const passed = ((await upstream.calls[0]?.body) ?? Buffer.alloc(0)).toString("latin1");
  return passed.replaceAll(/_[0-9a-f]{36}/g, "");
}

const reads = [
  { method: "GET", address: `${native}/contacts?$top=1` },
  { method: "GET", address: `${native}/contacts/$count` },
];
const changes = [
  [
    { method: "POST", address: `${native}/contacts`, body: '{"name":"Zo\u00eb"}' },
    { method: "PATCH", address: `${native}/contacts('1')`, body: '{"name":"Ada"}' },
    { method: "DELETE", address: `${native}/contacts('2')` },
  ],
];
const recorded = { GETs: reads, changes, both: [...reads, ...changes, ...reads] };

for (const [name, form] of Object.entries(batchForms)) {
  for (const [holds, parts] of Object.entries(recorded)) {
    verifies("proxy:odata:batch-read", `${holds}, ${name}`, async () => {
      const wanted = batchForms["as the server wants it"] ?? form;
      const passed = await passedOn(writtenBatch(form, parts));
      // Clients put lengths in other positions of a head than we do.
      const expected = writtenBatch(wanted, parts)
        .replaceAll(/(Content-Length: \d+\r\n)((?:[\w-]+: .*\r\n)*)/g, "$2$1")
        .replaceAll("_1", "");
      expect(passed).toBe(Buffer.from(expected).toString("latin1"));
    });
  }
}

verifies("proxy:odata:batch-read", "every form gets the same responses from a server", async () => {
  const own = await sandboxed.aKey({ isOData: true });
  const base = "/fmi/odata/v4/Contacts/Contacts";
  const ask = async (body: string) => {
    const headers = { "Content-Type": "multipart/mixed; boundary=batch_1" };
    const answer = await sandboxed.raw("POST", "/svc/fmi/odata/v4/Contacts/$batch", { key: own, body, headers });
    expect(answer.status, answer.text).toBe(200);
    return answer.text.match(/^HTTP\/1\.1 .*(?=\r$)|"city":"[^"]*"/gm);
  };
  const parts = [
    { method: "GET", address: `${base}?$top=1&$select=city` },
    [{ method: "POST", address: base, body: '{"firstName":"Ada","lastName":"Batched","city":"Bern"}' }],
    { method: "GET", address: `${base}?$top=1&$filter=lastName%20eq%20'Batched'&$select=city` },
    [{ method: "DELETE", address: `${base}?$filter=lastName%20eq%20'Batched'` }],
  ];
  const [first, ...others] = Object.values(batchForms).map((form) => writtenBatch(form, parts));
  const answered = await ask(first ?? "");
  expect(answered?.filter((line) => line.startsWith("HTTP"))).toEqual([
    "HTTP/1.1 200 Ok",
    "HTTP/1.1 201 Created",
    "HTTP/1.1 200 Ok",
    "HTTP/1.1 204 No Content",
  ]);
  for (const body of others) expect(await ask(body)).toEqual(answered);
});

verifies("proxy:odata:batch-read", "a large body can be followed by blank lines, and nothing else", async () => {
  const large = "x".repeat(1_200_000);
  const part = (behind: string) => {
    const lines = ["PATCH contacts('1')/photo HTTP/1.1", "Content-Type: image/png", `Content-Length: ${large.length}`];
    return batchOf("batch_1", [{ lines, body: large + behind }]);
  };
  const passed = await passedOn(part("\r\n\r\n"));
  expect(passed.slice(-40)).toMatch(/x\r\n--batch--\r\n$/);
  expect(passed).toContain(`Content-Length: ${large.length}\r\n`);
  // The first part has already been sent when its ending turns out to be different.
  expect((await send(part("\r\ny"))).status).toBe(400);
});

verifies("proxy:odata:batch-read", "line ends that are part of a length belong to the body", async () => {
  const body = (type: string, length: readonly string[]) =>
    batchOf("batch_1", [
      { lines: ["PATCH contacts('1')/note HTTP/1.1", `Content-Type: ${type}`, ...length], body: "a\r\n" },
    ]);
  const counted = /Content-Length: 3\r\n\r\na\r\n\r\n--batch--/;
  expect(await passedOn(body("text/plain", ["Content-Length: 3"]))).toMatch(counted);
  expect(await passedOn(body("application/json", ["Content-Length: 3"]))).toMatch(counted);
  expect(await passedOn(body("text/plain", []))).toMatch(counted);
  expect(await passedOn(body("application/json", []))).toMatch(/Content-Length: 1\r\n\r\na\r\n--batch--/);
});

verifies("proxy:odata:batch-prefixes", async () => {
  const { host } = new URL(service.baseUrl);
  const forms = ["", "/svc", "/otto", "/api-v1"].flatMap((prefix) => [
    `${prefix}${native}.fmp12/contacts`,
    `http://${host}${prefix}${native}/contacts`,
  ]);
  const body = batchOf(
    "batch_1",
    forms.map((form) => ({ lines: [`GET ${form} HTTP/1.1`] })),
  );
  for (const prefix of ["svc", "otto", "api-v1"])
    expect((await passedOn(body, prefix)).match(/^GET \S+/gm), prefix).toEqual(
      forms.map(() => `GET ${native}/contacts`),
    );
});

verifies(
  "proxy:odata:batch-prefixes",
  "the records that a reference in a batch names can use any prefix too",
  async () => {
    const names = ["/svc", "/otto"].map((prefix) => `${service.baseUrl}${prefix}${native}/orders(7)`);
    const body = batchOf(
      "batch_1",
      names.map((name) => ({
        lines: ["POST contacts('1')/orders/$ref HTTP/1.1"],
        body: JSON.stringify({ "@odata.id": name }),
      })),
    );
    const named = (await passedOn(body, "otto")).match(/"@odata.id":"[^"]*"/g);
    expect(named).toEqual(names.map(() => `"@odata.id":"${upstream.origin}${native}/orders(7)"`));
  },
);

verifies("proxy:odata:batch-refused", "a line that is both a header and a delimiter is rejected", async () => {
  const lines = ["--a:b", "Content-Type: application/http", "", "GET contacts HTTP/1.1"];
  const doubtful = [...lines, "--a:b--", ""].join("\r\n");
  expect(await send(doubtful, "svc", "a:b")).toRefuseLikeOData("batch_refused");
  expect((await send([...lines, "", "--a:b--", ""].join("\r\n"), "svc", "a:b")).status).toBe(200);
});
