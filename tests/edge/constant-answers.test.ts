import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, expect } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { keptAnswers } from "../../functions/edge/answers/kept-answers.ts";
import type { Exchange } from "../../functions/edge/exchange.ts";
import { onAws, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const constant = Object.values(catalogue)
  .flatMap((resource) => Object.values<Operation>(resource))
  .filter(({ cache }) => cache === "constant")
  .map(({ path }) => path);
const decompress = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };

const get = (path: string, headers: Readonly<Record<string, string>> = {}) => service.raw("GET", path, { headers });

verifies(
  "contract:constant:kept",
  "each content coding has its own strong ETag, and If-None-Match gets 304",
  async () => {
    expect(constant).toContain("/svc/apidoc");
    expect(constant).toContain("/svc/apidoc/openapi.json");
    for (const path of constant) {
      const plain = await get(path);
      const { etag } = plain.headers;
      expect([plain.status, plain.headers.vary, plain.headers["cache-control"]], path).toEqual([
        200,
        "Accept-Encoding",
        "private, no-cache",
      ]);
      expect(etag, path).toMatch(/^"[\w-]{22}"$/);
      for (const [coding, whole] of Object.entries(decompress)) {
        const headers = { "Accept-Encoding": coding };
        const compressed = await get(path, headers);
        // Short answers aren't compressed.
        if (compressed.headers["content-encoding"] === undefined) expect(plain.bytes.length).toBeLessThan(1_024);
        else expect(whole(compressed.bytes).equals(plain.bytes), `${path} ${coding}`).toBe(true);
        expect((await get(path, headers)).bytes.equals(compressed.bytes)).toBe(true);
        const tag = String(compressed.headers.etag);
        const unchanged = await get(path, { ...headers, "If-None-Match": `"other", ${tag}` });
        expect([unchanged.status, unchanged.text, unchanged.headers.etag], `${path} ${coding}`).toEqual([304, "", tag]);
      }
      expect((await get(path, { "If-None-Match": `W/${etag}` })).status).toBe(304);
      expect((await get(path, { "If-None-Match": '"other"' })).status).toBe(200);
      const head = await service.raw("HEAD", path);
      expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", String(plain.bytes.length)]);
    }
  },
);

/** Call without headers, limited to the fields that a cached answer reads. */
const anyCall = { call: { headers: [] }, rawQuery: "" } as unknown as Exchange;

verifies("contract:constant:kept", "concurrent requests share one build", async () => {
  const answer = keptAnswers();
  let built = 0;
  const build = async () => {
    built += 1;
    return { status: 200, headers: {}, body: "text" };
  };
  const [first, second] = await Promise.all([answer(anyCall, "page", build), answer(anyCall, "page", build)]);
  const third = await answer(anyCall, "page", build);
  expect(built).toBe(1);
  expect(second.body).toBe(first.body);
  expect(third.body).toBe(first.body);
});

verifies("contract:constant:kept", "a failed build isn't kept", async () => {
  const answer = keptAnswers();
  await expect(answer(anyCall, "page", () => Promise.reject(new Error("not yet")))).rejects.toThrow("not yet");
  const { status } = await answer(anyCall, "page", async () => ({ status: 200, headers: {}, body: "text" }));
  expect(status).toBe(200);
});

// On AWS, the console's files come from a bucket.
if (!onAws)
  verifies("contract:constant:kept", "files of the console", async () => {
    for (const path of ["/svc/console/", "/svc/console/index.html"]) {
      const { etag } = (await get(path)).headers;
      expect(etag, path).toMatch(/^"[\w-]{22}"$/);
      expect((await get(path, { "If-None-Match": `"other", W/${etag}` })).status, path).toBe(304);
    }
  });
