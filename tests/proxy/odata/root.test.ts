import { afterAll, expect } from "vitest";
import { type Answering, saying, wireUpstream } from "../../support/http/wire-upstream.ts";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"], isOData: true });
const anyKey = await service.aKey({ databases: ["Wire.fmp12"], isOData: true, allowAnyDatabase: true });
const root = "/svc/fmi/odata/v4";
const own = () => `${service.baseUrl}${root}`;

const json = (names: readonly string[]): Answering =>
  saying(
    200,
    ["Content-Type", "application/json;charset=utf-8", "OData-Version", "4.0"],
    JSON.stringify({
      "@odata.context": `${upstream.origin}/fmi/odata/v4/$metadata`,
      "@odata.count": names.length,
      value: names.map((name) => ({ name, kind: "EntityContainer", url: `${upstream.origin}/fmi/odata/v4/${name}` })),
    }),
  );
const xml = (collections: string, type = "application/atomsvc+xml"): Answering =>
  saying(
    200,
    ["Content-Type", type],
    `<?xml version="1.0"?><service xml:base="${upstream.origin}/fmi/odata/v4/">${collections}</service>`,
  );

verifies("proxy:odata:root", async () => {
  for (const path of [root, `${root}/`, `${root}/$metadata`]) {
    upstream.answers(json(["Wire"]));
    const answer = await service.raw("GET", path, { key });
    expect(answer.status).toBe(200);
    expect(answer.body.value).toEqual([{ name: "Wire", kind: "EntityContainer", url: `${own()}/Wire` }]);
    expect(answer.headers["odata-version"]).toBe("4.0");
    expect(upstream.calls[0]?.target).toBe(path.slice("/svc".length));
  }
});

verifies("proxy:odata:root", "the root is read-only", async () => {
  upstream.answers(json([]));
  for (const by of [key, anyKey])
    expect(await service.raw("POST", root, { key: by, json: {} })).toRefuseLikeOData("method_not_allowed");
  expect(upstream.calls).toEqual([]);
  const head = await service.raw("HEAD", root, { key });
  expect([head.status, head.text]).toEqual([200, ""]);
});

verifies("proxy:odata:own-files", async () => {
  upstream.answers(json(["Other", "WIRE", "Wire2", "Private"]));
  const answer = await service.raw("GET", `${root}?apiKey=${key}&x=1`);
  expect(answer.body.value.map(({ name }: { name: string }) => name)).toEqual(["WIRE"]);
  expect(answer.body["@odata.count"]).toBe(1);
  expect(answer.text).not.toContain("Private");
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(upstream.calls[0]?.target).toBe("/fmi/odata/v4?x=1");
});

verifies("proxy:odata:own-files", "in XML as well", async () => {
  upstream.answers(
    xml(
      '<workspace><a:title>All</a:title><collection href="Other"><a:title>Other</a:title></collection>' +
        `<collection href="${upstream.origin}/fmi/odata/v4/Wire"><a:title>Wire</a:title></collection>` +
        '<m:service-document href="Private%20x" name="Private x"/><collection><a:title>Wire.fmp12</a:title></collection></workspace>',
    ),
  );
  const answer = await service.raw("GET", root, { key, headers: { Accept: "application/atom+xml" } });
  expect(answer.text).toBe(
    `<?xml version="1.0"?><service xml:base="${own()}/"><workspace><a:title>All</a:title>` +
      `<collection href="${own()}/Wire"><a:title>Wire</a:title></collection>` +
      "<collection><a:title>Wire.fmp12</a:title></collection></workspace></service>",
  );
});

verifies("proxy:odata:own-files", "an unreadable list isn't forwarded, and HTML isn't requested", async () => {
  const unreadable = [
    saying(200, ["Content-Type", "application/json"], '{"value":[{"name":"Other"'),
    saying(200, ["Content-Type", "application/json"], '{"Other":{}}'),
    saying(200, ["Content-Type", "text/html"], "<a>Other</a>"),
    xml("<!DOCTYPE x><collection href='Other'/>"),
    xml("<collection href='Other'>"),
  ];
  for (const answering of unreadable) {
    upstream.answers(answering);
    expect(await service.raw("GET", root, { key })).toRefuseLikeOData("upstream_broken");
  }
  upstream.answers(json(["Wire"]));
  await service.raw("GET", root, { key, headers: { Accept: "text/html,application/xml;q=0.9" } });
  const { rawHeaders = [] } = upstream.calls[0] ?? {};
  expect(rawHeaders[rawHeaders.indexOf("accept") + 1]).toBe("application/json");
});

verifies("proxy:odata:own-files", "the server's own error is forwarded", async () => {
  upstream.answers(saying(500, ["Content-Type", "application/json"], '{"error":{"code":"812","message":"Exceeded"}}'));
  const answer = await service.raw("GET", root, { key });
  expect([answer.status, answer.body.error.code]).toEqual([500, "812"]);
});

verifies("proxy:odata:any-database", async () => {
  for (const headers of [{ Authorization: `Bearer ${anyKey}` }, { Authorization: basicAuth("api", "demo-pass") }]) {
    upstream.answers(json(["Wire", "Other"]));
    const answer = await service.raw("GET", root, { headers });
    expect(answer.body.value.map(({ url }: { url: string }) => url)).toEqual([`${own()}/Wire`, `${own()}/Other`]);
  }
  upstream.answers(json([]));
  expect((await service.raw("GET", `${root}/Other.fmp12/t`, { key: anyKey })).status).toBe(200);
  expect(upstream.calls[0]?.target).toBe("/fmi/odata/v4/Other/t");
});
