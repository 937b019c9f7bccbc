import { afterAll, beforeEach, expect } from "vitest";
import { batchOf } from "../../support/http/odata-batch.ts";
import { saying, wireUpstream } from "../../support/http/wire-upstream.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"], isOData: true });
const ok = saying(200, ["Content-Type", "multipart/mixed; boundary=b_1"], "--b_1--\r\n");
const address = "/svc/fmi/odata/v4/Wire.fmp12/$batch";
const native = "/fmi/odata/v4/Wire";

beforeEach(() => upstream.answers(ok));

const send = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  service.raw("POST", address, { key, body, headers: { "Content-Type": "multipart/mixed; boundary=b", ...headers } });

/** Returns the batch that reached the server, with its boundaries replaced by short names. */
async function passedOn(body: string | Uint8Array, headers?: Record<string, string>): Promise<string> {
  upstream.answers(ok);
  const answer = await send(body, headers);
  expect(answer.status, answer.text).toBe(200);
  const [call] = upstream.calls;
  const type = call?.rawHeaders[(call.rawHeaders.indexOf("Content-Type") ?? 0) + 1] ?? "";
  const mark = /^multipart\/mixed; boundary=batch_([0-9a-f]{36})$/.exec(type)?.[1] ?? "none";
  return ((await call?.body) ?? Buffer.alloc(0)).toString("latin1").replaceAll(`_${mark}`, "");
}

const requestLines = (body: string) => body.match(/^[A-Z]+ \S+ HTTP\/1\.1$/gm);

verifies("proxy:odata:batch", async () => {
  const body = batchOf("b", [
    { lines: [`GET ${native}/contacts?$top=1 HTTP/1.1`, "Accept: application/json"] },
    [
      {
        part: ["Content-ID: 1", "Content-Transfer-Encoding: binary"],
        lines: [`POST ${native}/contacts HTTP/1.1`, "Content-Type: application/json", "Content-Length: 14"],
        body: '{"name":"Ada"}',
      },
      { part: ["Content-ID: 2"], lines: ["DELETE $1/orders HTTP/1.1"] },
    ],
  ]);
  expect(await passedOn(body)).toBe(
    [
      "--batch",
      "Content-Type: application/http",
      "Content-Transfer-Encoding: binary",
      "",
      `GET ${native}/contacts?$top=1 HTTP/1.1`,
      "Accept: application/json",
      "",
      "",
      "--batch",
      "Content-Type: multipart/mixed; boundary=changeset",
      "",
      "--changeset",
      "Content-Type: application/http",
      "Content-Transfer-Encoding: binary",
      "Content-ID: 1",
      "",
      `POST ${native}/contacts HTTP/1.1`,
      "Content-Type: application/json",
      "Content-Length: 14",
      "",
      '{"name":"Ada"}',
      "--changeset",
      "Content-Type: application/http",
      "Content-Transfer-Encoding: binary",
      "Content-ID: 2",
      "",
      "DELETE $1/orders HTTP/1.1",
      "",
      "",
      "--changeset--",
      "--batch--",
      "",
    ].join("\r\n"),
  );
  expect(upstream.calls[0]?.target).toBe(`${native}/$batch`);
  expect(upstream.calls[0]?.rawHeaders.map((name) => name.toLowerCase())).toContain("content-length");
});

verifies("proxy:odata:batch-forms", async () => {
  const { host } = new URL(service.baseUrl);
  const forms = [
    `${service.baseUrl}/svc/fmi/odata/v4/Wire.fmp12/contacts?a=%20b`,
    `http://${host.toUpperCase()}/svc/fmi/odata/v4/wire/contacts?a=%20b`,
    `${upstream.origin}${native}/contacts?a=%20b`,
    "/svc/fmi/odata/v4/Wire.FMP12/contacts?a=%20b",
    "/svc/fmi/odata/v4/Wire%2Efmp12/contacts?a=%20b",
    `${native}.fmp12/contacts?a=%20b`,
    "contacts?a=%20b",
  ];
  const body = batchOf(
    "b",
    forms.map((form) => ({ lines: [`GET ${form} HTTP/1.1`] })),
  );
  expect(requestLines(await passedOn(body))).toEqual(forms.map(() => `GET ${native}/contacts?a=%20b HTTP/1.1`));
});

verifies(
  "proxy:odata:batch-forms",
  "a reference needs an earlier request with that id, otherwise it is a name in OData",
  async () => {
    const body = batchOf("b", [
      { lines: ["GET $metadata HTTP/1.1"] },
      { part: ["Content-ID: a.1"], lines: ["GET contacts('a%2Fb') HTTP/1.1"] },
      { lines: ["GET $a.1/orders?$top=1 HTTP/1.1"] },
      { lines: ["GET $crossjoin(a,b)?$top=1 HTTP/1.1"] },
    ]);
    expect(requestLines(await passedOn(body))).toEqual([
      `GET ${native}/$metadata HTTP/1.1`,
      `GET ${native}/contacts('a%2Fb') HTTP/1.1`,
      "GET $a.1/orders?$top=1 HTTP/1.1",
      `GET ${native}/$crossjoin(a,b)?$top=1 HTTP/1.1`,
    ]);
  },
);

verifies("proxy:odata:batch-forms", "the extension stays if the batch asks for it", async () => {
  const body = batchOf("b", [{ lines: [`GET /svc${native}.fmp12/contacts HTTP/1.1`] }]);
  const passed = await passedOn(body, { "X-Svc-Normalize-Ext": "false" });
  expect(requestLines(passed)).toEqual([`GET ${native}.fmp12/contacts HTTP/1.1`]);
});

verifies(
  "proxy:odata:batch-forms",
  "wrong line ends, blank lines, and lengths from clients are corrected",
  async () => {
    const loose = [
      "preamble",
      "--b  ",
      "content-type:application/http;msgtype=request",
      "",
      "POST contacts HTTP/1.1",
      "Content-Length: 3",
      "",
      '{"name":"Zoë"}',
      "--b--",
    ].join("\n");
    const passed = await passedOn(Buffer.from(loose));
    expect(passed).toContain('Content-Length: 15\r\n\r\n{"name":"Zo\xc3\xab"}\r\n--batch--\r\n');
  },
);

verifies("proxy:odata:batch-credentials", async () => {
  const body = batchOf("b", [
    {
      lines: [
        `GET contacts?apiKey=${key}&$top=1 HTTP/1.1`,
        `Host: ${new URL(service.baseUrl).host}`,
        `Authorization: Bearer ${key}`,
        "X-Forwarded-For: 1.2.3.4",
        "X-Svc-Normalize-Ext: false",
        "Connection: x-drop",
        "X-Drop: 1",
        "Accept-Encoding: gzip",
        "Cookie: latchkey-session=1",
        "Prefer: return=minimal",
      ],
    },
  ]);
  const [, passed] = (await passedOn(body)).split("\r\n\r\n");
  expect(passed?.split("\r\n")).toEqual([
    `GET ${native}/contacts?$top=1 HTTP/1.1`,
    `Host: ${new URL(upstream.origin).host}`,
    "Prefer: return=minimal",
  ]);
});
