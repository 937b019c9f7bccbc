import { argon2Sync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { deflateRawSync } from "node:zlib";
import { afterAll, expect, onTestFinished } from "vitest";
import { filesInManifest } from "#shared/backups/restores/manifest.ts";
import { manifestIn } from "#shared/deployments/sources/build-manifest.ts";
import { oneAtATime } from "#shared/ports/limits/one-at-a-time.ts";
import { boundData, encrypt } from "#shared/ports/sealing.ts";
import { calloutsToThisMachine } from "../builds/support/a-release-setup.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { fullCounts } from "./support/full-counts.ts";

const service = await testService({ decorate: (platform) => ({ ...platform, callouts: calloutsToThisMachine }) });
afterAll(() => service.stop());

const passphrase = "correct horse battery staple";
const own = {
  name: "argon2id",
  memoryKiB: 65_536,
  passes: 3,
  parallelism: 4,
  salt: Buffer.alloc(16).toString("base64"),
};

/** Returns a file with any content, sealed like the product's, but without its limits. */
function fileOf(content: string, derivation = own): string {
  const head = {
    ...{ format: "latchkey-configuration", version: 1, readableBy: 1, from: "https://a.example.com" },
    ...{ exportedAt: 0, counts: {}, derivation },
  };
  const { memoryKiB: memory, passes, parallelism, salt } = own;
  const key = argon2Sync("argon2id", {
    ...{ message: passphrase, nonce: Buffer.from(salt, "base64"), memory, passes, parallelism, tagLength: 32 },
  });
  const sealed = encrypt(key, Buffer.alloc(12), deflateRawSync(content), boundData(JSON.stringify(head)));
  return JSON.stringify({ ...head, sealed: sealed.toString("base64") });
}

const ask = (what: "preview" | "import", file: string) =>
  service.admin("POST", `/svc/api/transfer/${what}`, { file, passphrase });
const repeated = (count: number, value: string) => `{"notes":[${Array(count).fill(value).join(",")}]}`;

verifies("transfer:file:bounded", "regardless of the number of entries", async () => {
  const bombs = {
    "empty notes": repeated(10_001, "{}"),
    bytes: repeated(1, `"${"x".repeat(5_000_001)}"`),
    "empty parts": JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, part) => [`p${part}`, []]))),
    ...(fullCounts && { "20 million empty notes": repeated(20_000_000, "{}") }),
  };
  for (const [what, content] of Object.entries(bombs)) {
    const file = fileOf(content);
    expect(file.length, what).toBeLessThan(980_000);
    expect(await ask("preview", file), what).toRefuseWith("transfer_too_large");
    expect(await ask("import", file), what).toRefuseWith("transfer_too_large");
  }
  expect((await service.raw("GET", "/svc/healthz")).status).toBe(200);
});

verifies("transfer:file:bounded", "the response is bounded", async () => {
  const many = await ask("preview", fileOf(repeated(10_000, "{}")));
  expect(many.status, many.text.slice(0, 200)).toBe(200);
  expect(many.text.length).toBeLessThan(2_500_000);
  const title = "x".repeat(1_000_000);
  const schedule = {
    ...{ name: title, timing: { kind: "repeating", cron: "0 1 * * *", timeZone: "UTC" }, missed: "skip" },
    ...{ savedBy: "a", actionKind: "recipe", input: null, recipe: title, account: "{}" },
  };
  const long = await ask("preview", fileOf(JSON.stringify({ schedules: [schedule] })));
  expect(long.body.response.entries, long.text.slice(0, 200)).toHaveLength(1);
  expect(long.text.length).toBeLessThan(2_000);
});

verifies("transfer:file:bounded", "the key derivation is bounded", async () => {
  const costs = [
    { ...own, memoryKiB: 65_537 },
    { ...own, passes: 4 },
    { ...own, parallelism: 5 },
    // Node accepts no shorter salt.
    { ...own, salt: "" },
    { ...own, salt: Buffer.alloc(7).toString("base64") },
  ];
  for (const derivation of costs)
    expect(await ask("preview", fileOf("{}", derivation)), JSON.stringify(derivation)).toRefuseWith(
      "transfer_file_invalid",
    );
});

verifies("transfer:file:bounded", "only one file is opened at a time", async () => {
  const inTurn = oneAtATime();
  const [order, running] = [[] as number[], new Set<number>()];
  const work = (number: number) =>
    inTurn(async () => {
      expect([...running]).toEqual([]);
      running.add(number);
      await new Promise(setImmediate);
      running.delete(number);
      order.push(number);
      if (number === 2) throw new Error("not opened");
    });
  const ends = await Promise.allSettled([1, 2, 3, 4].map(work));
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(order).toEqual([1, 2, 3, 4]);
});

verifies("transfer:file:bounded", "an export rejects everything that an import would", async () => {
  const paragraph = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });
  const document = { type: "doc", content: Array(20).fill(paragraph("word ".repeat(900))) };
  for (let note = 0; note < 57; note += 1) {
    const { status, text } = await service.admin("PUT", `/svc/api/file-notes/File${note}`, { document });
    expect(status, text).toBe(200);
  }
  expect(await service.admin("POST", "/svc/api/transfer/export", { passphrase })).toRefuseWith("transfer_too_large");
});

verifies("transfer:configuration:preview-sent", "a host that only pretends to be Latchkey gets no secret", async () => {
  await service.aKey({ databases: ["Contacts"], label: "Shop", isOData: true });
  const bodies: string[] = [];
  let [answersDigests, digests] = [true, [] as unknown];
  const other = createServer(async (request, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.method === "POST") bodies.push(`${request.url} ${Buffer.concat(chunks)}`);
    if (request.url?.endsWith("/digests") && !answersDigests) answer.writeHead(404);
    answer.end(JSON.stringify({ messages: [{ code: 0, text: "ok" }], response: { digests } }));
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const serverUrl = `http://other.example.com:${port}`;
  const to = { serverUrl, adminApiKey: "ak_there", parts: ["keys"], isPreview: true };
  const asked = await service.admin("POST", "/svc/api/transfer/send", to);
  expect(asked.status, asked.text).toBe(200);
  expect(asked.body.response.entries).toContainEqual(expect.objectContaining({ part: "keys", state: "new" }));
  expect(bodies).toEqual([expect.stringMatching(/^\/svc\/api\/transfer\/digests \{"key":"[0-9a-f]{64}"\}$/)]);
  digests = [{ part: "anything", identity: 1 }];
  expect(await service.admin("POST", "/svc/api/transfer/send", to)).toRefuseWith("transfer_target_away");
  // A target without digests isn't sent anything else instead.
  answersDigests = false;
  const older = await service.admin("POST", "/svc/api/transfer/send", to);
  expect(older).toRefuseWith("transfer_target_refused");
  expect(older.text).toContain("runs an older version");
  expect(bodies).toHaveLength(3);
});

verifies("builds:manifest:bounded", () => {
  const build = (files: number) => {
    const manifest = { status: "completed", buildId: "b", files: Array(files).fill({ fileName: "a" }) };
    return manifestIn(Buffer.from(JSON.stringify(manifest)));
  };
  expect(build(10_000)?.files).toHaveLength(10_000);
  expect(build(10_001)).toBeUndefined();
  const file = { name: "Contacts.fmp12", sizeBytes: 1, sha256: "", modifiedAt: 0 };
  const backup = (files: readonly unknown[]) =>
    filesInManifest(Buffer.from(JSON.stringify({ format: "latchkey-offsite-files", files })));
  expect(backup(Array(1_000).fill(file))).toHaveLength(1_000);
  expect(backup([file, ...Array(8_000_000).fill(0)])).toEqual([]);
});
