import { existsSync, readdirSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFileOperationSetup, opener } from "./support/a-file-operation-setup.ts";

const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }));
afterAll(() => setup.stop());

/** Runs an operation that must succeed. */
async function done(operation: string, json: unknown): Promise<void> {
  const process = await setup.run(operation, json);
  expect(process, await setup.log(process.id)).toMatchObject({ state: "done" });
  expect(setup.orphans()).toEqual([]);
  expect([setup.statusOf("Contacts"), setup.statusOf("Orders")]).toEqual(["NORMAL", "NORMAL"]);
}

verifies(
  "files:operations:forms",
  "a file is compressed in place, into a folder of the server, and to a path",
  async () => {
    await done("copy-compress", { sourceFile: "Contacts", inPlace: true, ...opener });
    const targetFile = { filename: "Small", folder: "secure", subfolder: "shop" };
    await done("copy-compress", { sourceFile: "Contacts.fmp12", targetFile, ...opener });
    expect(existsSync(setup.at("Data", "Secure", "shop", "Small.fmp12"))).toBe(true);
    const paths = {
      sourceFilePath: `filelinux:${setup.file("Contacts")}`,
      targetFilePath: setup.at("Data", "Documents", "Contacts.fmp12"),
    };
    await done("copy-compress", { ...paths, ...opener });
    expect(existsSync(paths.targetFilePath)).toBe(true);
  },
);

verifies("files:operations:forms", "an existing target is replaced only by force", async () => {
  const options = { sourceFile: "Contacts", targetFile: { filename: "Twice" }, ...opener };
  await done("copy-compress", options);
  const again = await setup.run("copy-compress", options);
  expect(again).toMatchObject({ state: "failed", reason: expect.stringContaining("already exists") });
  await done("copy-compress", { ...options, force: true });
});

verifies("files:self-contained:copied", async () => {
  await done("copy-self-contained", { sourceFile: "Contacts", targetFile: { filename: "Whole" }, ...opener });
  expect(setup.onDisk("Whole").definition?.name).toBe("Whole");
});

verifies("files:recover:run", async () => {
  await done("recover", {
    sourceFile: "Closed",
    targetFile: { filename: "Recovered" },
    generate: "asis",
    rebuildIndex: "later",
    skipSchema: true,
    bypass: true,
    ...opener,
  });
  expect(setup.onDisk("Recovered").definition).toMatchObject({ damaged: false });
});

verifies("files:admin-access:removed", "in place or in a copy, also for several files at once", async () => {
  await done("remove-admin-access", { sourceFile: "Contacts", inPlace: false, ...opener });
  expect(setup.onDisk("Contacts No Admin").definition?.accounts).toEqual([]);
  await done("enable-kiosk-mode", [
    { sourceFile: "Contacts", inPlace: false, ...opener },
    { sourceFile: "Orders", inPlace: false, ...opener },
  ]);
  expect(existsSync(setup.file("Orders Kiosk"))).toBe(true);
});

verifies(
  "files:operations:forms",
  "operations in place or into a copy also work with another path or folder, with one account for several files",
  async () => {
    const targetFilePath = setup.at("Data", "Documents", "Kiosk.fmp12");
    await done("enable-kiosk-mode", { sourceFilePath: setup.file("Closed"), targetFilePath, ...opener });
    expect(existsSync(targetFilePath)).toBe(true);
    await done("remove-admin-access", {
      files: [
        { sourceFile: "Contacts", targetFile: { filename: "Given away" } },
        { sourceFile: "Orders", inPlace: false },
      ],
      ...opener,
    });
    for (const name of ["Given away", "Orders No Admin"])
      expect(setup.onDisk(name).definition?.accounts, name).toEqual([]);
  },
);

verifies("files:kiosk:enabled", async () => {
  await done("enable-kiosk", { sourceFile: "Orders", inPlace: true, ...opener });
  expect(setup.onDisk("Orders").definition).toMatchObject({ kiosk: true });
});

verifies("files:uuid:reset", async () => {
  const before = setup.onDisk("Orders").header?.fileId;
  await done("reset-file-uuid", { sourceFile: "Orders", inPlace: true, ...opener });
  expect(setup.onDisk("Orders").header?.fileId).toMatch(/^[\dA-F]{32}$/);
  expect(setup.onDisk("Orders").header?.fileId).not.toBe(before);

  const inPlace = setup.onDisk("Contacts").header?.fileId;
  const sourceFilePath = `filelinux:${setup.file("Contacts")}`;
  await done("reset-file-uuid", { sourceFilePath, ...opener });
  expect(setup.onDisk("Contacts").header?.fileId).toMatch(/^[\dA-F]{32}$/);
  expect(setup.onDisk("Contacts").header?.fileId).not.toBe(inPlace);
  expect(setup.statusOf("Contacts")).toBe("NORMAL");
});

verifies(
  "files:consistency:checked",
  "an intact file ends the process successfully, a damaged one with errors",
  async () => {
    await done("check-consistency", { sourceFile: "Contacts" });
    await done("check-consistency", [{ sourceFile: "Contacts" }, { sourceFilePath: setup.file("Closed") }]);
    setup.corrupt("Closed");
    const process = await setup.run("check-consistency", [{ sourceFile: "Contacts" }, { sourceFile: "Closed" }]);
    expect(process).toMatchObject({ state: "doneWithErrors", reason: expect.stringContaining("816") });
    expect(await setup.log(process.id)).toContain("Contacts.fmp12 is consistent");
  },
);

verifies("files:operations:all-or-none", async () => {
  const before = readdirSync(setup.at("Data", "Databases"));
  const wrong = { sourceFile: "Orders", inPlace: false, ...opener, password: "wrong" };
  const process = await setup.run("reset-file-uuid", {
    files: [{ sourceFile: "Contacts", inPlace: false, ...opener }, wrong],
  });
  expect(process).toMatchObject({ state: "failed", reason: expect.stringContaining("212") });
  expect(readdirSync(setup.at("Data", "Databases"))).toEqual(before);
  expect([setup.statusOf("Contacts"), setup.statusOf("Orders")]).toEqual(["NORMAL", "NORMAL"]);
});

verifies("files:encrypt:optional", async () => {
  await done("encrypt", { sourceFile: "Contacts", inPlace: true, ...opener, encryptionKey: "first passphrase" });
  const none = await setup.service.admin("POST", "/svc/api/fm-file/encrypt", { sourceFile: "Orders", inPlace: true });
  expect(none).toRefuseWith("input_invalid");
  expect(none.body.messages[0].text).toContain("`encryptionKey`");
  const again = { sourceFile: "Contacts", inPlace: true, currentEncryptionKey: "first passphrase", ...opener };
  await done("encrypt", { ...again, sharedID: "shop" });
  await done("decrypt", { sourceFile: "Contacts", inPlace: true, ...opener, encryptionKey: "first passphrase" });
});
