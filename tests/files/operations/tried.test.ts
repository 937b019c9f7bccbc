import { renameSync, writeFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFileOperationSetup, opener } from "./support/a-file-operation-setup.ts";

const accounts = [{ name: "Admin", password: "full-access-pass" }];
const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }), {
  server: { name: "Files" },
  admin: { accounts: [{ name: "admin", password: "admin-pass" }], openMilliseconds: 0 },
  databases: [
    { name: "Orders", accounts },
    { name: "Vault", accounts, encryptionKey: "right-key", encryptionHint: "" },
    { name: "Closed", status: "CLOSED", accounts },
  ],
  clients: [
    { userName: "Ada", computerName: "desk", files: [{ database: "Orders", account: "Admin" }] },
    { userName: "Ben", computerName: "iPad", files: [{ database: "Vault", account: "Admin" }] },
  ],
});
afterAll(() => setup.stop());

const connected = async (): Promise<readonly string[]> => {
  const { body } = await setup.service.admin("GET", "/svc/api/clients");
  return body.response.clients.map(({ userName }: { readonly userName: string }) => userName);
};

const wrongAccount = { sourceFile: "Orders", force: true, username: "Admin", password: "wrong" };
const inPlace = { ...wrongAccount, inPlace: true };
const wrongKey = { sourceFile: "Vault", force: true, inPlace: true, ...opener, encryptionKey: "wrong-key" };
const calls = [
  ["encrypt", { ...inPlace, encryptionKey: "new-key" }],
  ["copy-compress", inPlace],
  ["copy-self-contained", { ...wrongAccount, targetFile: { filename: "Orders whole" } }],
  ["reset-file-uuid", inPlace],
  ["decrypt", wrongKey],
  ["recover", wrongKey],
  ["remove-admin-access", wrongKey],
  ["enable-kiosk", wrongKey],
  ["check-consistency", { sourceFile: "Vault", force: true, encryptionKey: "wrong-key" }],
  ["rename", { fileName: "Vault", newFileName: "Safe", force: true, encryptionKey: "wrong-key" }],
  [
    "rename-dev-tool",
    { ...wrongAccount, sourceFile: undefined, sourceFiles: ["Orders"], regex: "$", replacement: " 2" },
  ],
  [
    "rename-dev-tool",
    { sourceFiles: ["Vault"], regex: "$", replacement: " 2", force: true, encryptionKey: "wrong-key" },
  ],
] as const;

const wrongIn = (json: object) => (JSON.stringify(json).includes('"wrong"') ? "password" : "encryption password");

for (const [operation, json] of calls)
  verifies("files:operations:tried", `${operation} with a wrong ${wrongIn(json)} disconnects no one`, async () => {
    const process = await setup.run(operation, json);
    expect(process, await setup.log(process.id)).toMatchObject({
      state: "failed",
      reason: expect.stringMatching(/^(?:Orders|Vault)\.fmp12 was not closed, .*212/),
    });
    expect(await setup.log(process.id)).not.toMatch(/^.*Closed /m);
    expect(await connected()).toEqual(["Ada", "Ben"]);
    expect(setup.orphans()).toEqual([]);
  });

verifies("files:operations:tried", "the right secrets pass the test, and nothing of the copy is left", async () => {
  const key = { encryptionKey: "right-key" };
  const process = await setup.run("decrypt", { sourceFile: "Vault", inPlace: true, force: true, ...opener, ...key });
  expect(process, await setup.log(process.id)).toMatchObject({ state: "done" });
  const log = await setup.log(process.id);
  expect(log.indexOf("Tested on a copy of Vault.fmp12")).toBeGreaterThan(-1);
  expect(log.indexOf("Tested on a copy")).toBeLessThan(log.indexOf("Closed Vault.fmp12"));
  expect(setup.statusOf("Vault")).toBe("NORMAL");
  expect(setup.orphans()).toEqual([]);
});

verifies("files:operations:tried", "a file that can't be copied stays open, with the way to go on", async () => {
  setup.service.sandbox.faults.set({ kind: "status", status: 500, path: "/schedules", code: "1630" });
  const fmsadmin = setup.at("Database Server", "bin", "fmsadmin");
  renameSync(fmsadmin, `${fmsadmin}.away`);
  writeFileSync(fmsadmin, `#!/bin/sh\necho "Error: 20402 (File permission problem)"; exit 9\n`, { mode: 0o755 });
  const process = await setup.run("copy-compress", { sourceFile: "Orders", inPlace: true, force: true, ...opener });
  setup.service.sandbox.faults.clear();
  renameSync(`${fmsadmin}.away`, fmsadmin);
  expect(process, await setup.log(process.id)).toMatchObject({
    state: "failed",
    reason: expect.stringContaining("close Orders.fmp12 first"),
  });
  expect(setup.statusOf("Orders")).toBe("NORMAL");
  expect(await connected()).toContain("Ada");
});

verifies("files:operations:tried", "a closed file needs no test", async () => {
  const process = await setup.run("copy-compress", { sourceFile: "Closed", inPlace: true, ...opener });
  expect(process, await setup.log(process.id)).toMatchObject({ state: "done" });
  expect(await setup.log(process.id)).not.toContain("Tested on a copy");
});
