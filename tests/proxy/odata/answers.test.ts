import { afterAll, expect } from "vitest";
import { batchOf } from "../../support/http/odata-batch.ts";
import { type Answering, saying, wireUpstream } from "../../support/http/wire-upstream.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"], isOData: true });
const path = "/svc/fmi/odata/v4/Wire/contacts";
const native = () => `${upstream.origin}/fmi/odata/v4/Wire`;
const own = () => `${service.baseUrl}/svc/fmi/odata/v4/Wire`;

verifies("proxy:odata:addresses", async () => {
  const page = {
    "@odata.context": `${native()}/$metadata#contacts`,
    "@odata.nextLink": `${native()}/contacts?$skip=1`,
    value: [{ "@id": `${native()}/contacts('a')` }],
  };
  upstream.answers(saying(200, ["Content-Type", "application/json;charset=utf-8"], JSON.stringify(page)));
  const { body } = await service.raw("GET", path, { key });
  expect(body).toEqual(JSON.parse(JSON.stringify(page).replaceAll(native(), own())));
  upstream.answers(saying(200, ["Content-Type", "application/xml"], `<feed xml:base="${native()}/"/>`));
  expect((await service.raw("GET", path, { key })).text).toBe(`<feed xml:base="${own()}/"/>`);
});

verifies("proxy:odata:addresses", "in the headers of a response, absolute or relative to the root", async () => {
  const headers = [
    ["Location", `${native()}/contacts(ROWID=7)`],
    ["OData-EntityId", "/fmi/odata/v4/Wire/contacts('a')"],
    ["Content-Location", `${native()}/contacts`],
    ["Link", `<${native()}/contacts?$skip=1>; rel="next", <https://elsewhere.example/x>; rel="help"`],
    ["fmodata.affected_rows", "1"],
  ] as const;
  upstream.answers(saying(204, headers.flat()));
  const answer = await service.raw("POST", path, { key, json: {} });
  expect(answer.status).toBe(204);
  expect(answer.headers.location).toBe(`${own()}/contacts(ROWID=7)`);
  expect(answer.headers["odata-entityid"]).toBe("/svc/fmi/odata/v4/Wire/contacts('a')");
  expect(answer.headers["content-location"]).toBe(`${own()}/contacts`);
  expect(answer.headers.link).toBe(
    `<${own()}/contacts?$skip=1>; rel="next", <https://elsewhere.example/x>; rel="help"`,
  );
  expect(answer.headers["fmodata.affected_rows"]).toBe("1");
});

/** Returns the answer to a batch, sent in chunks of this size. */
const reported =
  (text: string, size: number): Answering =>
  (request, response) => {
    request.resume();
    request.on("end", () => {
      response.writeHead(200, { "Content-Type": "multipart/mixed; boundary=b_1" });
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size));
      response.end();
    });
  };

verifies("proxy:odata:addresses", "in the response to a batch, split anywhere", async () => {
  const inner = (body: string, head: string[] = []) =>
    [
      "Content-Type: application/http",
      "Content-Length: 999",
      "",
      "HTTP/1.1 200 Ok",
      ...head,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "",
      body,
    ].join("\r\n");
  const answerWith = (base: string, root: string, lengths: boolean) =>
    [
      "--b_1",
      inner(`{"@context":"${base}/$metadata"}\n--b_2 is no end\nContent-Length: 7`),
      "--b_1",
      "Content-Type: multipart/mixed; boundary=b_2",
      "",
      "--b_2",
      inner("", [`Location: ${base}/contacts(1)`, `OData-EntityId: ${root}/fmi/odata/v4/Wire/contacts(1)`]),
      "--b_2--",
      "--b_1--",
      "",
    ]
      .join("\r\n")
      .replaceAll(/^Content-Length: (?!7).*\r\n/gm, (line) => (lengths ? line : ""));
  const body = batchOf("b", [{ lines: ["GET contacts HTTP/1.1"] }]);
  const sent = answerWith(native(), "", true);
  for (const size of [1, 2, 7, 64, sent.length]) {
    upstream.answers(reported(sent, size));
    const headers = { "Content-Type": "multipart/mixed; boundary=b" };
    const answer = await service.raw("POST", path.replace("contacts", "$batch"), { key, body, headers });
    expect(answer.text).toBe(answerWith(own(), "/svc", false));
  }
});

verifies("proxy:odata:metadata", async () => {
  const document = `<edmx:Edmx Version="4.01"><Schema Namespace="com.filemaker.odata.Wire"/></edmx:Edmx>`;
  for (const name of ["$metadata", "%24metadata", "$metadata%23contacts"]) {
    upstream.answers(saying(200, ["Content-Type", "application/xml"], document));
    const answer = await service.raw("GET", `/svc/fmi/odata/v4/Wire.fmp12/${name}`, { key });
    expect([answer.status, answer.text]).toEqual([200, document]);
    expect(upstream.calls[0]?.target).toBe(`/fmi/odata/v4/Wire/${name}`);
  }
});

verifies("proxy:odata:bytes", async () => {
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 31) % 256));
  upstream.answers(
    saying(200, ["Content-Type", "image/png", "Content-Disposition", 'attachment; filename="a.png"'], bytes),
  );
  const down = await service.raw("GET", `${path}('a')/Photo/$value`, { key });
  expect(down.bytes.equals(bytes)).toBe(true);
  expect(down.headers["content-disposition"]).toBe('attachment; filename="a.png"');
  const headers = { "Content-Type": "image/png", "Content-Disposition": "inline; filename=a.png" };
  for (const method of ["PATCH", "PUT"]) {
    upstream.answers(saying(200, [], ""));
    await service.raw(method, `${path}('a')/Photo`, { key, headers, body: bytes });
    expect((await upstream.calls[0]?.body)?.equals(bytes)).toBe(true);
  }
});

verifies("proxy:odata:bytes", "the server's response is the caller's response, with any status", async () => {
  for (const status of [400, 403, 404, 412, 500, 503]) {
    const text = '{"error":{"code":"-1023","message":"Specified record not found"}}';
    upstream.answers(saying(status, ["Content-Type", "application/json"], text));
    const answer = await service.raw("GET", path, { key });
    expect([answer.status, answer.text]).toEqual([status, text]);
  }
});
