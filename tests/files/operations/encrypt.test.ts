import { afterAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFileOperationSetup, opener } from "./support/a-file-operation-setup.ts";

const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }));
afterAll(() => setup.stop());

const secret = { sharedID: "shop", encryptionKey: "canary-new-key", encryptionKeyHint: "the long one" };

verifies(
  "files:long:process-id",
  "an operation returns a processId immediately, and its process reports the rest",
  async () => {
    const { status, body } = await setup.start("encrypt", {
      sourceFile: "Contacts",
      inPlace: true,
      ...opener,
      ...secret,
    });
    expect(status).toBe(200);
    expect(body.response).toMatchObject({ ok: true, message: expect.any(String), processId: expect.any(Number) });
    const process = await setup.ended(body.response.processId);
    expect(process, await setup.log(process.id)).toMatchObject({
      kind: "files.encrypt",
      title: "Encrypt Contacts.fmp12",
      state: "done",
      phase: "opening",
      startedBy: "account:admin",
      hasToolLog: true,
    });
  },
);

verifies("processes:async:encryption", "a file is encrypted in place and open with its new password", async () => {
  const { header } = setup.onDisk("Contacts");
  expect(header).toMatchObject({ isOpen: true, encryption: { hint: "the long one" } });
  expect(setup.statusOf("Contacts")).toBe("NORMAL");
  expect(setup.orphans()).toEqual([]);
});

verifies("processes:async:encryption", "an encrypted file gets another password, and is decrypted again", async () => {
  const other = { sharedID: "shop", currentEncryptionKey: secret.encryptionKey, encryptionKey: "canary-other-key" };
  const again = await setup.run("encrypt", { sourceFile: "contacts", inPlace: true, ...opener, ...other });
  expect(again, await setup.log(again.id)).toMatchObject({ state: "done" });
  expect(setup.statusOf("Contacts")).toBe("NORMAL");
  const wrong = { sourceFile: "Contacts", inPlace: true, ...opener, encryptionKey: secret.encryptionKey };
  const refused = await setup.run("decrypt", wrong);
  expect(refused).toMatchObject({ state: "failed", reason: expect.stringContaining("212") });
  // The wrong password was found on a copy: the file was never closed.
  expect(await setup.log(refused.id)).not.toContain("Closed Contacts.fmp12");
  expect(setup.statusOf("Contacts")).toBe("NORMAL");
  const back = await setup.run("decrypt", { ...wrong, encryptionKey: "canary-other-key" });
  expect(back, await setup.log(back.id)).toMatchObject({ state: "done" });
  expect(setup.onDisk("Contacts").header?.encryption).toBe(null);
  expect(setup.statusOf("Contacts")).toBe("NORMAL");
});

verifies("files:operations:reopened", "a file that was closed before stays closed", async () => {
  const process = await setup.run("encrypt", { sourceFile: "Closed", inPlace: true, ...opener, ...secret });
  expect(process, await setup.log(process.id)).toMatchObject({ state: "done" });
  expect(setup.statusOf("Closed")).toBe("CLOSED");
  expect(setup.onDisk("Closed").header?.encryption).not.toBe(null);
});

verifies("files:operations:reopened", "a file with a wrong account is unchanged, and open", async () => {
  const before = setup.onDisk("Orders").header?.fileId;
  const process = await setup.run("encrypt", {
    sourceFile: "Orders",
    inPlace: true,
    ...opener,
    password: "wrong",
    ...secret,
  });
  expect(process).toMatchObject({ state: "failed", reason: expect.stringContaining("212") });
  expect(setup.statusOf("Orders")).toBe("NORMAL");
  expect(setup.onDisk("Orders").header).toMatchObject({ fileId: before, encryption: null });
  expect(setup.orphans()).toEqual([]);
});

verifies(
  "files:operations:reopened",
  "a new file that doesn't open is removed, and the previous one is back and open",
  async () => {
    // The server has stored a key other than the requested one, so it opens the file only with that.
    setup.service.sandbox.faults.set({
      kind: "status",
      status: 500,
      path: "^/fmi/admin/api/v2/databases/\\d+",
      method: "PATCH",
      skip: 1,
      times: 1,
      code: "802",
      message: "Unable to open file",
    });
    const process = await setup.run("copy-compress", { sourceFile: "Orders", inPlace: true, ...opener });
    expect(process).toMatchObject({ state: "failed", reason: expect.stringContaining("802") });
    expect(setup.statusOf("Orders")).toBe("NORMAL");
    expect(setup.orphans()).toEqual([]);
  },
);
