import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { compiledCode } from "../support/programs/compiled-code.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
const program = new URL("../../scripts/rotate-fingerprint-secret.ts", import.meta.url).pathname;
const rotate = (dataDir: string) =>
  promisify(execFile)(process.execPath, [program], {
    env: { PATH: process.env.PATH, ...compiledCode, DATA_DIR: dataDir },
  });
const secretIds = async () => new Set((await service.rows("key#")).map(({ pk }) => pk));

verifies("secrets:rotation:ids", async () => {
  const before = await service.aKey();
  expect(await service.raw("GET", recordsPath(), { key: before })).toSucceed();
  const ids = await secretIds();

  const { stdout, stderr } = await rotate(service.dataDir);
  expect(stdout).toMatch(/^New secret for ids: version 2\./);
  expect(stderr).toBe("");
  await service.turn(60_000);

  const after = await service.aKey({ label: "after" });
  for (const key of [before, after]) expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  expect((await service.rows("fingerprints"))[0]?.fields.versions).toHaveLength(2);
  // The item of a key that is found by an older secret doesn't change.
  expect((await secretIds()).intersection(ids)).toEqual(ids);
  // A new process knows both as well.
  await service.restart();
  for (const key of [before, after]) expect(await service.raw("GET", recordsPath(), { key })).toSucceed();

  const [entry] = (await service.rows("audit#"))
    .map(({ fields }) => fields)
    .filter(({ action }) => action === "rotateFingerprintSecret");
  expect(entry).toMatchObject({ outcome: "done", actor: expect.stringMatching(/^host:./) });
});

verifies("secrets:rotation:ids", "a rotation is rejected if no service has stored anything", async () => {
  const refused = rotate("/nowhere/data").catch((thrown: { readonly stderr: string }) => thrown.stderr);
  expect(await refused).toBe("DATA_DIR /nowhere/data has no data: start Latchkey first.\n");
});
