import fc from "fast-check";
import { afterAll, beforeEach, expect } from "vitest";
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
const anyKey = await service.aKey({ databases: ["Wire.fmp12"], isOData: true, allowAnyDatabase: true });
const rows = saying(200, ["Content-Type", "application/json"], "{}");
const base = "/svc/fmi/odata/v4";

beforeEach(() => upstream.answers(rows));

/** Makes a call, and returns the target that reached the server, relative to `/fmi/odata/v4`. */
async function passedOn(path: string, headers: Record<string, string> = {}, by = key): Promise<string | undefined> {
  upstream.answers(rows);
  const answer = await service.raw("GET", base + path, { key: by, headers });
  expect(answer.status, `${path} ${answer.text}`).toBe(200);
  expect(upstream.calls).toHaveLength(1);
  return upstream.calls[0]?.target.replace(/^\/fmi\/odata\/v4/, "");
}

verifies("proxy:odata:path", async () => {
  expect(await passedOn("/Wire")).toBe("/Wire");
  expect(await passedOn("/Wire/contacts")).toBe("/Wire/contacts");
  for (const path of ["/svc/fmi/odata", "/svc/fmi/odata/", "/svc/fmi/odata/v3/Wire", "/svc/fmi/odata/V4/Wire"]) {
    const answer = await service.raw("GET", path, { key });
    expect(answer, path).toRefuseLikeOData("route_not_found");
  }
});

verifies("proxy:odata:names", async () => {
  for (const name of [
    "Wire.fmp12",
    "Wire.FMP12",
    "wire.fmp12",
    "WIRE",
    "%57ire.fmp12",
    "Wire%2Efmp12",
    "Wire.%66mp12",
  ]) {
    expect(await passedOn(`/${name}/contacts?x=.fmp12`), name).toBe("/Wire/contacts?x=.fmp12");
    expect(await passedOn(`/${name}`), name).toBe("/Wire");
    expect(await passedOn(`/${name}/$metadata`), name).toBe("/Wire/$metadata");
  }
});

verifies(
  "proxy:odata:names",
  "only of the file's own name, and in the caller's spelling if no key knows it",
  async () => {
    expect(await passedOn("/Wire.fmp12/a.fmp12('x.fmp12')/b.fmp12")).toBe("/Wire/a.fmp12('x.fmp12')/b.fmp12");
    for (const [name, sent] of [
      ["My%20File.fmp12", "My%20File"],
      ["my%2dfile", "my%2dfile"],
      ["%C3%9C.fmp12", "%C3%9C"],
      ["a.b.fmp12", "a.b"],
      ["a.fmp12.fmp12", "a.fmp12.fmp12"],
    ]) {
      expect(await passedOn(`/${name}/t`, {}, anyKey), name).toBe(`/${sent}/t`);
    }
  },
);

verifies(
  "proxy:odata:names",
  "an empty name, one that leads upward, and one that is an OData word without the extension are rejected",
  async () => {
    const names = [
      ".fmp12",
      "..fmp12",
      "...fmp12",
      "..;x.fmp12",
      "$metadata.fmp12",
      "$batch.fmp12",
      "$batch",
      "%24all",
      "a%2Fb.fmp12",
    ];
    const account = { Authorization: basicAuth("api", "demo-pass") };
    for (const name of names) {
      for (const headers of [{ Authorization: `Bearer ${anyKey}` }, account]) {
        const answer = await service.raw("GET", `${base}/${name}/t`, { headers });
        expect([400, 404], `${name} ${answer.text}`).toContain(answer.status);
      }
    }
    expect(upstream.calls).toEqual([]);
  },
);

verifies("proxy:odata:skip-normalising", async () => {
  const off = { "X-Svc-Normalize-Ext": "false" };
  for (const name of ["Wire.fmp12", "Wire", "Wire%2Efmp12"])
    expect(await passedOn(`/${name}/Webhook.GetAll`, off)).toBe(`/${name}/Webhook.GetAll`);
  expect(await passedOn("/wire.fmp12/Webhook.GetAll", off)).toBe("/Wire.fmp12/Webhook.GetAll");
  const on = { "X-Svc-Normalize-Ext": "true", "X-Other-Normalize-Ext": "false" };
  expect(await passedOn("/Wire.fmp12/Webhook.GetAll", on)).toBe("/Wire/Webhook.GetAll");
  expect(upstream.calls[0]?.rawHeaders.join(" ")).not.toMatch(/x-svc-/i);
});

verifies("proxy:odata:query-kept", async () => {
  const queries = [
    "$filter=name eq 'x'".replaceAll(" ", "%20"),
    "$filter=a%20eq%20'b+c'&$select=Name,\"id\"&$orderby=x%20desc",
    "%24top=1&$TOP=2&&=&a&a=",
    "$apply=groupby((a,b))&$expand=c($filter=d eq 1)".replaceAll(" ", "%20"),
    "@p1='%e4'&$filter=x%20eq%20@p1",
  ];
  for (const query of queries) expect(await passedOn(`/Wire/contacts?${query}`)).toBe(`/Wire/contacts?${query}`);
});

verifies("proxy:odata:paths", async () => {
  const kept = [
    "contacts('a%2Fb')",
    "a%2Fb",
    "contacts(1,'%C3%BC')/$value",
    "Script.Do%20It",
    "$metadata%23contacts",
    "x/",
    "$crossjoin(a,b)",
  ];
  for (const path of kept) expect(await passedOn(`/Wire/${path}`)).toBe(`/Wire/${path}`);
  upstream.answers(rows);
  const refused = [
    "..",
    "%2e%2e/x",
    "a/../../Other",
    "a%2f..%2f..%2fOther",
    "a//b",
    "a%00",
    "a%5cb",
    "%252e%252e",
    "%ff",
    "a\\b",
  ];
  for (const path of refused)
    expect(await service.raw("GET", `${base}/Wire/${path}`, { key }), path).toRefuseLikeOData("path_refused");
  expect(await service.raw("GET", `${base}/Wire/$entity?$id=Other`, { key })).toRefuseLikeOData("route_not_found");
  expect(upstream.calls).toEqual([]);
});

verifies("proxy:odata:paths", "every path is rejected, or stays in the file that the key opens", async () => {
  const piece = fc.constantFrom(
    ..."/ // . .. %2e %2E %2f %2F %5c \\ %00 %25 %252e ; : a $ $batch %24batch $entity $metadata ( ) ' contacts Wire Other .fmp12 %2efmp12 %20".split(
      " ",
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 8 }), fc.boolean(), async (pieces, inFile) => {
      upstream.answers(rows);
      const path = `${base}/${inFile ? "Wire/" : ""}${pieces.join("")}`;
      const { status } = await service.raw("GET", path, { key });
      expect([200, 400, 403, 404, 405]).toContain(status);
      expect(upstream.calls).toHaveLength(status === 200 ? 1 : 0);
      for (const { target } of upstream.calls) {
        const seen = target.replaceAll(/%2f/gi, "/").replaceAll(/%2e/gi, ".");
        if (!/^\/fmi\/odata\/v4\/?(?:(?:\$|%24)metadata\/?)?$/.test(target))
          expect(new URL(seen, "http://x").pathname).toMatch(/^\/fmi\/odata\/v4\/Wire(?:\/|$)/);
      }
    }),
    { numRuns: 400, seed: 7 },
  );
});
