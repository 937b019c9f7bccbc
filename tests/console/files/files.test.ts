import { afterAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService({ environment: { SERVICE_PREFIX_ALIASES: "otto" } });
afterAll(() => service.stop());

const text = async (path: string) => (await service.raw("GET", path)).text;

verifies(
  "system:console:files",
  "the page is revalidated each time, and sent again only if it has changed",
  async () => {
    const { status, headers } = await service.raw("GET", "/svc/console/");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["cache-control"]).toBe("no-cache");
    const again = await service.raw("GET", "/svc/console/", { headers: { "If-None-Match": String(headers.etag) } });
    expect(again.status).toBe(304);
  },
);

verifies("system:console:files", "files with a hash in their name can be cached without limit", async () => {
  const [, script = ""] = /src="\.\/(assets\/[^"]+\.js)"/.exec(await text("/svc/console/")) ?? [];
  const { status, headers } = await service.raw("GET", `/svc/console/${script}`);
  expect(status).toBe(200);
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
  const head = await service.raw("HEAD", `/svc/console/${script}`);
  expect(head.headers["content-length"]).toEqual(headers["content-length"]);
});

verifies(
  "system:console:files",
  "the folder's URL leads to the page, and config.json contains the prefix in use",
  async () => {
    const bare = await service.raw("GET", "/svc/console");
    expect([bare.status, bare.headers.location]).toEqual([308, "/svc/console/"]);
    expect(JSON.parse(await text("/otto/console/config.json"))).toEqual({ prefix: "otto", product: "Latchkey" });
  },
);

verifies(
  "system:console:files",
  "a client that accepts compression gets the smallest variant, with its own ETag",
  async () => {
    const [, script = ""] = /src="\.\/(assets\/[^"]+\.js)"/.exec(await text("/svc/console/")) ?? [];
    const path = `/svc/console/${script}`;
    const asked = (encoding: string, more = {}) =>
      service.raw("GET", path, { headers: { "Accept-Encoding": encoding, ...more } });
    const plain = await service.raw("GET", path);
    const tags = new Set([plain.headers.etag]);
    let smaller = Number(plain.headers["content-length"]);
    for (const [encoding, packing] of [
      ["gzip, deflate", "gzip"],
      ["gzip, deflate, br, zstd", "br"],
    ] as const) {
      const { headers } = await asked(encoding);
      expect(headers["content-encoding"], encoding).toBe(packing);
      expect(headers.vary).toBe("Accept-Encoding");
      expect(Number(headers["content-length"])).toBeLessThan(smaller);
      smaller = Number(headers["content-length"]);
      tags.add(headers.etag);
      expect((await asked(encoding, { "If-None-Match": String(headers.etag) })).status).toBe(304);
    }
    expect(tags.size).toBe(3);
    for (const [encoding, packing] of [
      ["br;q=1.0, gzip;q=0.8", "br"],
      ["br;q=0, gzip", "gzip"],
      ["br;q=0.5, gzip", "gzip"],
      ["*", "gzip"],
      ["br;q=0.5, identity", undefined],
      ["gzip;q=0", undefined],
      ["gzip; q=0.0, deflate", undefined],
    ] as const)
      expect((await asked(encoding)).headers["content-encoding"], encoding).toBe(packing);
    expect((await service.raw("GET", `${path}.br`)).status).toBe(404);
  },
);

verifies("system:console:files", "no name leads out of the folder", async () => {
  for (const name of [
    "../package.json",
    "..%2f..%2fpackage.json",
    "assets/../../package.json",
    ".vite/manifest.json",
    "nothing.js",
  ])
    expect((await service.raw("GET", `/svc/console/${name}`)).status, name).toBeGreaterThanOrEqual(400);
});

verifies("system:console:policy", "every file of the console carries it", async () => {
  const { headers } = await service.raw("GET", "/svc/console/");
  const policy = headers["content-security-policy"];
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types ProseMirrorClipboard");
  expect(policy).not.toMatch(/unsafe|worker-src|\*/);
  expect(headers["x-content-type-options"]).toBe("nosniff");
});
