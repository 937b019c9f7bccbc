import { afterAll, expect } from "vitest";
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
const path = "/svc/fmi/odata/v4/Wire.fmp12/customers('C-1')/orders/$ref";
const native = `${upstream.origin}/fmi/odata/v4/Wire`;
const own = `${service.baseUrl}/svc/fmi/odata/v4/Wire`;

/** Returns the request that reached the server for an accepted call. */
async function passedOn(method: string, target: string, json?: unknown) {
  upstream.answers(saying(204, []));
  const answer = await service.raw(method, target, { key, ...(json !== undefined && { json }) });
  expect(answer.status, answer.text).toBe(204);
  const [call] = upstream.calls;
  const body = await call?.body;
  return { target: call?.target, body: body?.length ? JSON.parse(body.toString()) : undefined };
}

verifies("proxy:odata:references", async () => {
  for (const [sent, arrived] of [
    [`${own}/orders(7)`, `${native}/orders(7)`],
    [`${own}.fmp12/orders('a%2Fb')`, `${native}/orders('a%2Fb')`],
    ["/svc/fmi/odata/v4/Wire/orders(7)", `${native}/orders(7)`],
    [`${native}/orders(7)`, `${native}/orders(7)`],
    ["orders(7)", `${native}/orders(7)`],
    ["fmi/odata/v4/Wire.fmp12/orders(7)", `${native}/orders(7)`],
    ["FMTID:130(7)", `${native}/FMTID:130(7)`],
  ]) {
    for (const member of ["@odata.id", "@id"]) {
      const { target, body } = await passedOn("POST", path, { [member]: sent, more: "Grüße" });
      expect(target).toBe("/fmi/odata/v4/Wire/customers('C-1')/orders/$ref");
      expect(body).toEqual({ [member]: arrived, more: "Grüße" });
    }
  }
});

verifies("proxy:odata:references", "in the query of a removed reference, encoded or not", async () => {
  const gone = async (query: string) => (await passedOn("DELETE", `${path}?${query}`)).target?.split("?")[1];
  // FileMaker Server refuses encoded colons.
  const arrived = encodeURIComponent(`${native}/orders(7)`).replaceAll("%3A", ":");
  expect(await gone(`$id=${own}/orders(7)`)).toBe(`$id=${arrived}`);
  expect(await gone(`%24id=${encodeURIComponent(`${own}/orders(7)`)}&x=1`)).toBe(`%24id=${arrived}&x=1`);
  expect(await gone("$id=orders(7)&x=%20")).toBe(`$id=${arrived}&x=%20`);
  expect(await gone(`%24%69d=${own}/orders(7)`)).toBe(`%24%69d=${arrived}`);
  expect(await gone("ID=orders(7)")).toBe(`ID=${arrived}`);
});

const elsewhere = [
  ["https://elsewhere.example/fmi/odata/v4/Wire/orders(7)", "reference_refused"],
  [`https://x@${new URL(native).host}/fmi/odata/v4/Wire/orders(7)`, "reference_refused"],
  ["//elsewhere.example/orders(7)", "path_refused"],
  ["\\\\elsewhere.example\\orders(7)", "path_refused"],
  [" https://elsewhere.example/orders(7)", "path_refused"],
  ["../Other/orders(7)", "path_refused"],
  ["%2e%2e/Other/orders(7)", "path_refused"],
  ["orders(7)/..%2f..%2fOther", "path_refused"],
  ["fmi/odata/v4/Other/orders(7)", "key_file_not_allowed"],
  ["/fmi/odata/v4/%4Fther/orders(7)", "key_file_not_allowed"],
  ["/fmi/odata/v4/Wire/$entity?$id=Other/orders(7)", "route_not_found"],
  ["$batch", "reference_refused"],
] as const;

/** Spellings of the path that a server may read as a reference. */
const spellings = ["$ref", "$ref/", "%24ref", "%24%72ef/", "$REF", "$ref;x=1", "%20$ref"];

verifies("proxy:odata:references", "a URL that leads elsewhere is rejected, in any spelling", async () => {
  upstream.answers(saying(204, []));
  for (const spelling of spellings) {
    const target = `/svc/fmi/odata/v4/Wire.fmp12/customers('C-1')/orders/${spelling}`;
    for (const [address, error] of elsewhere) {
      for (const json of [{ "@odata.id": address }, { "@ID": address }, { value: [{ "@id": address }] }])
        expect(await service.raw("POST", target, { key, json }), `${spelling} ${address}`).toRefuseLikeOData(error);
      const query = `?$id=${encodeURIComponent(address)}`;
      expect(await service.raw("DELETE", target + query, { key }), `${spelling} ${address}`).toRefuseLikeOData(error);
    }
  }
  expect(upstream.calls).toHaveLength(0);
});

verifies(
  "proxy:odata:references",
  "a body that isn't a JSON object is rejected, because its target can't be checked",
  async () => {
    upstream.answers(saying(204, []));
    const address = `${service.baseUrl}/svc/fmi/odata/v4/Other/orders(7)`;
    for (const body of [
      `<metadata:ref xmlns:metadata="http://docs.oasis-open.org/odata/ns/metadata" id="${address}"/>`,
      Buffer.from(JSON.stringify({ "@odata.id": address }), "utf16le"),
      JSON.stringify(address),
      "[".repeat(100_000) + "]".repeat(100_000),
      JSON.stringify({ "@odata.id": { address } }),
    ])
      expect(await service.raw("POST", path, { key, body })).toRefuseLikeOData("reference_refused");
    expect(upstream.calls).toHaveLength(0);
  },
);

verifies("proxy:odata:references", "a context, which could be another file's, isn't forwarded", async () => {
  const context = `${service.baseUrl}/svc/fmi/odata/v4/Other/$metadata#$ref`;
  for (const member of ["@odata.context", "@context", "@Context"]) {
    const { body } = await passedOn("POST", path, { [member]: context, "@odata.id": "orders(7)" });
    expect(body).toEqual({ "@odata.id": `${native}/orders(7)` });
  }
});

verifies("proxy:odata:references", "a stored upload is never used as a reference", async () => {
  for (const spelling of ["$ref", "%24ref"]) {
    const target = `/svc/fmi/odata/v4/Wire/customers('C-1')/${spelling}`;
    const headers = { "X-Svc-Upload": "any" };
    expect(await service.raw("PUT", target, { key, headers })).toRefuseLikeOData("upload_not_taken");
  }
});

verifies("proxy:odata:references", "a reference to another file is rejected like a request to it", async () => {
  upstream.answers(saying(204, []));
  const json = { "@odata.id": `${service.baseUrl}/svc/fmi/odata/v4/Other/orders(7)` };
  const answer = await service.raw("POST", path, { key, json });
  expect(answer).toRefuseLikeOData("key_file_not_allowed");
  expect(upstream.calls).toHaveLength(0);
});

verifies("proxy:odata:references", "only there: anything that looks like a URL in other fields is data", async () => {
  const record = { "@odata.id": `${own}/orders(7)`, link: `${own}/orders(7)` };
  expect((await passedOn("POST", "/svc/fmi/odata/v4/Wire/orders", record)).body).toEqual(record);
});

/** Returns one call of a changeset as it arrived: its request line, and its body with the declared length. */
async function passedOnInBatch(lines: readonly string[], body = "") {
  upstream.answers(saying(200, ["Content-Type", "multipart/mixed; boundary=b_1"], "--b_1--\r\n"));
  const reported = body === "" ? [] : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`];
  const first = { part: ["Content-ID: 1"], lines: ["POST orders HTTP/1.1", "Content-Length: 2"], body: "{}" };
  const sent = batchOf("b", [[first, { part: ["Content-ID: 2"], lines: [...lines, ...reported], body }]]);
  const headers = { "Content-Type": "multipart/mixed; boundary=b" };
  const answer = await service.raw("POST", "/svc/fmi/odata/v4/Wire.fmp12/$batch", { key, body: sent, headers });
  const arrived =
    ((await upstream.calls[0]?.body) ?? Buffer.alloc(0)).toString().split("Content-ID: 2\r\n\r\n")[1] ?? "";
  const [head = "", rest = ""] = arrived.split("\r\n\r\n");
  const [line = ""] = head.split("\r\n");
  const length = Number(/^Content-Length: (\d+)$/m.exec(head)?.[1] ?? 0);
  return { answer, line, body: Buffer.from(rest).subarray(0, length).toString() };
}

verifies("proxy:odata:references", "in a batch like in a separate request", async () => {
  for (const [sent, arrived] of [
    [`${own}/orders(7)`, `${native}/orders(7)`],
    [`${own}.fmp12/orders('a%2Fb')`, `${native}/orders('a%2Fb')`],
    ["/svc/fmi/odata/v4/Wire/orders(7)", `${native}/orders(7)`],
    [`${native}/orders(7)`, `${native}/orders(7)`],
    ["orders(7)", `${native}/orders(7)`],
    ["$1", "$1"],
  ]) {
    for (const member of ["@odata.id", "@id"]) {
      const json = JSON.stringify({ [member]: sent, more: "Grüße" });
      const call = await passedOnInBatch([`POST ${path} HTTP/1.1`], json);
      expect(call.answer.status, call.answer.text).toBe(200);
      expect(call.line).toBe("POST /fmi/odata/v4/Wire/customers('C-1')/orders/$ref HTTP/1.1");
      expect(JSON.parse(call.body)).toEqual({ [member]: arrived, more: "Grüße" });
    }
  }
  const { line, body } = await passedOnInBatch(
    ["PUT $1/customer/$ref HTTP/1.1"],
    `{"@odata.id":"${own}/customers(1)"}`,
  );
  expect(line).toBe("PUT $1/customer/$ref HTTP/1.1");
  expect(JSON.parse(body)).toEqual({ "@odata.id": `${native}/customers(1)` });
});

verifies("proxy:odata:references", "in the query of a reference removed in a batch", async () => {
  const { line } = await passedOnInBatch([`DELETE ${path}?x=1&$id=${own}/orders(7) HTTP/1.1`]);
  // FileMaker Server refuses encoded colons.
  const arrived = encodeURIComponent(`${native}/orders(7)`).replaceAll("%3A", ":");
  expect(line).toBe(`DELETE /fmi/odata/v4/Wire/customers('C-1')/orders/$ref?x=1&$id=${arrived} HTTP/1.1`);
});

verifies(
  "proxy:odata:references",
  "a batch with a reference to another file is rejected before any of it is sent",
  async () => {
    const json = JSON.stringify({ "@odata.id": `${service.baseUrl}/svc/fmi/odata/v4/Other/orders(7)` });
    const { answer } = await passedOnInBatch([`POST ${path} HTTP/1.1`], json);
    expect(answer).toRefuseLikeOData("key_file_not_allowed");
    expect(upstream.calls).toHaveLength(0);
  },
);

verifies("proxy:odata:references", "a URL that leads elsewhere is rejected in a batch too", async () => {
  for (const spelling of spellings.filter((spelling) => !spelling.includes(" "))) {
    for (const [address, error] of elsewhere) {
      const target = `/svc/fmi/odata/v4/Wire/customers('C-1')/orders/${spelling}`;
      const json = JSON.stringify({ "@odata.id": address });
      const inBody = await passedOnInBatch([`POST ${target} HTTP/1.1`], json);
      expect(inBody.answer, `${spelling} ${address}`).toRefuseLikeOData(error);
      const inQuery = await passedOnInBatch([`DELETE ${target}?$id=${encodeURIComponent(address)} HTTP/1.1`]);
      expect(inQuery.answer, `${spelling} ${address}`).toRefuseLikeOData(error);
    }
  }
  const unread = await passedOnInBatch([`POST ${path} HTTP/1.1`], '<ref id="x"/>');
  expect(unread.answer).toRefuseLikeOData("reference_refused");
  expect(upstream.calls).toHaveLength(0);
});

verifies(
  "proxy:odata:references",
  "in a batch too, anything that looks like a URL in other fields is data",
  async () => {
    const json = JSON.stringify({ "@odata.id": `${own}/orders(7)`, link: `${own}/orders(7)` });
    expect((await passedOnInBatch(["POST orders HTTP/1.1"], json)).body).toBe(json);
  },
);

verifies("proxy:odata:references", "a reference whose body is too long to be checked is rejected", async () => {
  const json = `${JSON.stringify({ "@odata.id": `${own}/orders(7)` })}${" ".repeat(1_100_000)}`;
  upstream.answers(saying(204, []));
  const headers = { "Content-Type": "application/json" };
  expect(await service.raw("POST", path, { key, body: json, headers })).toRefuseLikeOData("body_too_large");
  expect((await passedOnInBatch([`POST ${path} HTTP/1.1`], json)).answer).toRefuseLikeOData("batch_refused");
});
