import { readFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { aFileOperationSetup } from "../files/operations/support/a-file-operation-setup.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { runShell } from "./code-runners.ts";

const account = { name: "Admin", password: "full-access-pass" };
const setup = await aFileOperationSetup((sandbox) => testService({ sandbox, environment: { DISK_FLOOR_MB: "1" } }), {
  server: { version: "26.0.1.68" },
  admin: { accounts: [{ name: "admin", password: "admin-pass" }], openMilliseconds: 0, closeGraceSeconds: 0 },
  databases: ["Orders", "Private"].map((name) => ({ name, accounts: [account], hasGuids: true })),
});
const { service } = setup;
afterAll(() => setup.stop());

const guide = readFileSync(new URL("../../docs/guides/file-operations.md", import.meta.url), "utf8");
const strictly = 'curl() { command curl --silent --show-error --fail-with-body "$@"; }\n';

verifies("system:docs:guides", "file operations, with an agent on the host", async () => {
  const environment = { BASE_URL: service.baseUrl, ADMIN_KEY: await service.anAdminKey() };
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(({ 1: code = "" }) => code);
  expect(blocks.length).toBeGreaterThan(5);
  for (const code of blocks) {
    const printed = await runShell(strictly + code, environment);
    expect(printed, code).toMatch(/"code":0/);
    expect(printed, code).not.toMatch(/"code":[1-9]|"level":"error"/);
  }
  const { processes } = (await service.admin("GET", "/svc/api/processes")).body.response;
  for (const { id } of processes) expect(await setup.ended(id), await setup.log(id)).toMatchObject({ state: "done" });
  expect(processes).toHaveLength(3);
  expect((await service.admin("GET", "/svc/api/trash")).body.response.trash).toEqual([]);
});
