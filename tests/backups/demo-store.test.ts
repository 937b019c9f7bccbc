import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { callouts } from "#shared/node/callouts.ts";
import type { Platform } from "../../functions/platform.ts";
import { demoLocation } from "../../local-runtime/processes/demo.ts";
import { startS3 } from "../../sandbox/s3/server.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-demo-store-"));
const account = { accessKeyId: "sandbox", secretAccessKey: "sandbox-store-pass" };
const store = await startS3({ folder, buckets: ["demo"], ...account });
const sandboxStore = `http://localhost:${new URL(store.origin).port}`;
const reached = callouts({ isAllowed: () => false, sandboxStore });
let platform: Platform | undefined;
const service = await testService({
  decorate(given) {
    platform = { ...given, callouts: reached };
    return platform;
  },
});
const kept = (address: string | undefined) => demoLocation(platform as Platform, address);
afterAll(async () => {
  await service.stop();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const listed = async () => (await service.admin("GET", "/svc/api/settings/offsite/remotes")).body.response.remotes;

verifies("backups:restore:demo", async () => {
  await kept(sandboxStore);
  expect(await listed()).toMatchObject({
    demo: { endpoint: sandboxStore, check: { bucket: "demo", rights: { put: "yes" } } },
  });
  // The next start finds it, and updates its address.
  await kept(sandboxStore);
  expect(Object.keys(await listed())).toEqual(["demo"]);
  // On this machine, no other address is called, not even by another name or port.
  for (const url of [
    "http://localhost:1/",
    store.origin,
    "https://localhost/",
    sandboxStore.replace("localhost", "other.localhost"),
  ])
    await expect(
      reached.get({ url: new URL(url), port: Number(new URL(url).port), timeoutMs: 5_000, largestBytes: 10 }),
    ).rejects.toThrow(/^Blocked|requires? https|is not allowed|find an address/);
  // Without the sandbox, the location is removed.
  await kept(undefined);
  expect(await listed()).toEqual({});
});
