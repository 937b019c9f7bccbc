import { afterAll, beforeEach, expect } from "vitest";
import { batchOf } from "../../support/http/odata-batch.ts";
import { saying, wireUpstream } from "../../support/http/wire-upstream.ts";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"], isOData: true });
const ok = saying(200, ["Content-Type", "multipart/mixed; boundary=b_1"], "--b_1--\r\n");
const address = "/svc/fmi/odata/v4/Wire/$batch";
const type = "multipart/mixed; boundary=b";

beforeEach(() => upstream.answers(ok));

const send = (body: string | Uint8Array, headers: Record<string, string | readonly string[]> = {}) =>
  service.raw("POST", address, { key, body, headers: { "Content-Type": type, ...headers } });

const withLine = (line: string) => batchOf("b", [{ lines: ["GET contacts HTTP/1.1"] }, { lines: [line] }]);

verifies("proxy:odata:batch-files", async () => {
  const elsewhere = [
    "/fmi/odata/v4/Other/contacts",
    "/svc/fmi/odata/v4/Other.fmp12/contacts",
    `${service.baseUrl}/svc/fmi/odata/v4/Other/contacts`,
    "/fmi/odata/v4/Wire%20/contacts",
    "/fmi/odata/v4/wire.fmp12.fmp12/contacts",
    "/fmi/odata/v4",
    "/fmi/odata/v4/$metadata",
  ];
  for (const target of elsewhere) {
    expect(await send(withLine(`GET ${target} HTTP/1.1`)), target).toRefuseLikeOData("key_file_not_allowed");
    const inSet = batchOf("b", [[{ lines: [`DELETE ${target} HTTP/1.1`] }]]);
    expect(await send(inSet), target).toRefuseLikeOData("key_file_not_allowed");
  }
  expect(upstream.calls).toEqual([]);
});

verifies(
  "proxy:odata:batch-files",
  "a path that leads upward or to another API is rejected with the path",
  async () => {
    const refused = {
      path_refused: [
        "../Other/contacts",
        "contacts/..%2f..%2fOther",
        "/fmi/odata/v4/Wire/../Other",
        "a%5cb",
        "a//b",
        "%",
      ],
      route_not_found: [
        "/fmi/data/v1/databases",
        "/fmi/admin/v2/x",
        "/x",
        "$entity?$id=Other",
        "/fmi/odata/v4/.fmp12/x",
      ],
      batch_refused: ["$batch", "/fmi/odata/v4/Wire/%24BATCH", "http://elsewhere.example/fmi/odata/v4/Wire/x", "a b"],
    } as const;
    for (const [error, targets] of Object.entries(refused)) {
      for (const target of targets) {
        const answer = await send(withLine(`GET ${target} HTTP/1.1`));
        expect(answer, target).toRefuseLikeOData(error as keyof typeof refused);
      }
    }
    const withId = batchOf("b", [
      { part: ["Content-ID: 1"], lines: ["GET a HTTP/1.1"] },
      { lines: ["GET $1/../../Other HTTP/1.1"] },
    ]);
    expect(await send(withId)).toRefuseLikeOData("path_refused");
    expect(upstream.calls).toEqual([]);
  },
);

verifies("proxy:odata:batch-files", "an account is verified in the batch's file first, and stays in it", async () => {
  const headers = { "Content-Type": type, Authorization: basicAuth("api", "demo-pass") };
  const withAccount = (target: string) =>
    service.raw("POST", address, { body: withLine(`GET ${target} HTTP/1.1`), headers });
  upstream.answers(saying(401, ["WWW-Authenticate", "Basic"], "no"));
  const refused = await withAccount("contacts");
  expect([refused.status, refused.text, refused.headers["www-authenticate"]]).toEqual([401, "no", "Basic"]);
  expect(upstream.calls.map(({ method, target }) => `${method} ${target}`)).toEqual(["GET /fmi/odata/v4/Wire"]);

  upstream.answers(ok);
  for (const target of ["/svc/fmi/odata/v4/Other/contacts", "/fmi/odata/v4"])
    expect(await withAccount(target)).toRefuseLikeOData("batch_refused");
  expect((await withAccount("/svc/fmi/odata/v4/wire.fmp12/contacts")).status).toBe(200);
  const passed = upstream.calls.map(({ method, target }) => `${method} ${target}`);
  expect(passed).toEqual(["GET /fmi/odata/v4/Wire", "POST /fmi/odata/v4/Wire/$batch"]);
});

verifies(
  "proxy:odata:batch-files",
  "a large batch that accesses other files after its first megabyte never arrives completely",
  async () => {
    const filler = { lines: ["POST contacts HTTP/1.1", "Content-Length: 2000000"], body: Buffer.alloc(2_000_000, "x") };
    const answer = await send(batchOf("b", [filler, { lines: ["GET /fmi/odata/v4/Other/contacts HTTP/1.1"] }]));
    expect(answer).toRefuseLikeOData("key_file_not_allowed");
    await upstream.until(() => upstream.calls.every(({ over }) => over));
    for (const call of upstream.calls) await expect(call.body).rejects.toThrow();
  },
);

verifies("proxy:odata:batch-refused", async () => {
  const part = (...lines: string[]) => ["--b", ...lines, "--b--", ""].join("\r\n");
  const http = "Content-Type: application/http";
  const bodies = [
    "",
    "no parts at all",
    "--b\r\n",
    `--b\r\n${http}\r\n\r\nGET contacts HTTP/1.1\r\n\r\n`,
    part("", "GET contacts HTTP/1.1", ""),
    part("Content-Type: text/plain", "", "GET contacts HTTP/1.1", ""),
    part(http, http, "", "GET contacts HTTP/1.1", ""),
    part(http, "Content-Transfer-Encoding: base64", "", "R0VU", ""),
    part(http, "Content-ID: 1", "Content-ID: 2", "", "GET contacts HTTP/1.1", ""),
    part(http, "", "GET contacts", ""),
    part(http, "", "get contacts HTTP/1.1", ""),
    part(http, "", "GET contacts HTTP/1.1", " folded: 1", ""),
    part(http, "", "GET contacts HTTP/1.1", "Name : 1", ""),
    part(http, "", "POST contacts HTTP/1.1", "Transfer-Encoding: chunked", "", "0", "", ""),
    part(http, "", "POST contacts HTTP/1.1", "Content-Length: 1", "Content-Length: 2", "", "ab"),
    part(http, "", "POST contacts HTTP/1.1", "Content-Length: +1", "", "a"),
    part(http, "", `GET ${"x".repeat(17_000)} HTTP/1.1`, ""),
    part(
      "Content-Type: multipart/mixed; boundary=c",
      "",
      "--c",
      "Content-Type: multipart/mixed; boundary=d",
      "",
      "--d--",
      "--c--",
    ),
    part("Content-Type: multipart/mixed; boundary=c", "", "--c", http, "", "GET contacts HTTP/1.1", ""),
  ];
  for (const body of bodies) expect(await send(body), body.slice(0, 200)).toRefuseLikeOData("batch_refused");
  expect(upstream.calls).toEqual([]);
});

verifies(
  "proxy:odata:batch-refused",
  "a batch with an ambiguous type, and a compressed one, are rejected",
  async () => {
    const body = withLine("GET contacts HTTP/1.1");
    const types = [
      "application/json",
      "multipart/mixed",
      "multipart/mixed; boundary=",
      "multipart/mixed; boundary=b; boundary=c",
      'multipart/mixed; boundary="b\\"',
      "multipart/form-data; boundary=b",
      "multipart/mixed; boundary=b, application/json",
      `multipart/mixed; boundary=${"b".repeat(71)}`,
    ];
    for (const one of types) expect(await send(body, { "Content-Type": one }), one).toRefuseLikeOData("batch_refused");
    expect(await send(body, { "Content-Encoding": "gzip" })).toRefuseLikeOData("batch_refused");
    expect(upstream.calls).toEqual([]);
    for (const spelled of ['multipart/mixed;boundary="b"', "Multipart/Mixed; charset=utf-8; boundary=b"])
      expect((await send(body, { "Content-Type": spelled })).status, spelled).toBe(200);
  },
);

verifies("proxy:odata:batch-refused", "only POST sends one, in any spelling of $batch", async () => {
  for (const path of [address, "/svc/fmi/odata/v4/Wire/%24batch", "/svc/fmi/odata/v4/Wire/contacts%2f$Batch"]) {
    for (const method of ["GET", "PUT", "PATCH", "DELETE"])
      expect(await service.raw(method, path, { key }), path).toRefuseLikeOData("method_not_allowed");
    const plain = await service.raw("POST", path, { key, json: {} });
    expect(plain, path).toRefuseLikeOData("batch_refused");
  }
  expect(upstream.calls).toEqual([]);
});
