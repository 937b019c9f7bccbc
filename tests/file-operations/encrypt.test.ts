import { afterAll, expect } from "vitest";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { anOperatingHouse, opener } from "./support/an-operating-house.ts";

const place = await anOperatingHouse((sandbox) => house({ sandbox }));
afterAll(() => place.stop());

const secret = { sharedID: "shop", encryptionKey: "canary-new-key", encryptionKeyHint: "the long one" };

verifies(
  "files:long:process-id",
  "an operation answers with a processId at once, and its process tells the rest",
  async () => {
    const { status, body } = await place.start("encrypt", {
      sourceFile: "Contacts",
      inPlace: true,
      ...opener,
      ...secret,
    });
    expect(status).toBe(200);
    expect(body.response).toMatchObject({ ok: true, message: expect.any(String), processId: expect.any(Number) });
    const process = await place.ended(body.response.processId);
    expect(process, await place.log(process.id)).toMatchObject({
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
  const { header } = place.onDisk("Contacts");
  expect(header).toMatchObject({ isOpen: true, encryption: { hint: "the long one" } });
  expect(place.statusOf("Contacts")).toBe("NORMAL");
  expect(place.leftovers()).toEqual([]);
});

verifies("processes:async:encryption", "an encrypted file gets another password, and is decrypted again", async () => {
  const other = { sharedID: "shop", currentEncryptionKey: secret.encryptionKey, encryptionKey: "canary-other-key" };
  const again = await place.run("encrypt", { sourceFile: "contacts", inPlace: true, ...opener, ...other });
  expect(again, await place.log(again.id)).toMatchObject({ state: "done" });
  expect(place.statusOf("Contacts")).toBe("NORMAL");
  const wrong = { sourceFile: "Contacts", inPlace: true, ...opener, encryptionKey: secret.encryptionKey };
  const refused = await place.run("decrypt", wrong);
  expect(refused).toMatchObject({ state: "failed", reason: expect.stringContaining("212") });
  // Nobody has the key that it was open with: what could not be done is said.
  expect(await place.log(refused.id)).toContain("Contacts.fmp12 does not open");
  expect(place.statusOf("Contacts")).toBe("CLOSED");
  const opened = { files: ["Contacts"], encryptionKey: "canary-other-key", saveEncryptionKey: true };
  expect((await place.start("open", opened)).body.response.ok).toBe(true);
  // Where the server keeps the key, it is open again.
  expect(await place.run("decrypt", wrong)).toMatchObject({ state: "failed" });
  expect(place.statusOf("Contacts")).toBe("NORMAL");
  const back = await place.run("decrypt", { ...wrong, encryptionKey: "canary-other-key" });
  expect(back, await place.log(back.id)).toMatchObject({ state: "done" });
  expect(place.onDisk("Contacts").header?.encryption).toBe(null);
  expect(place.statusOf("Contacts")).toBe("NORMAL");
});

verifies("files:operations:reopened", "a file that was closed before stays closed", async () => {
  const process = await place.run("encrypt", { sourceFile: "Closed", inPlace: true, ...opener, ...secret });
  expect(process, await place.log(process.id)).toMatchObject({ state: "done" });
  expect(place.statusOf("Closed")).toBe("CLOSED");
  expect(place.onDisk("Closed").header?.encryption).not.toBe(null);
});

verifies("files:operations:reopened", "a file with a wrong account is as it was, and open", async () => {
  const before = place.onDisk("Orders").header?.fileId;
  const process = await place.run("encrypt", {
    sourceFile: "Orders",
    inPlace: true,
    ...opener,
    password: "wrong",
    ...secret,
  });
  expect(process).toMatchObject({ state: "failed", reason: expect.stringContaining("212") });
  expect(place.statusOf("Orders")).toBe("NORMAL");
  expect(place.onDisk("Orders").header).toMatchObject({ fileId: before, encryption: null });
  expect(place.leftovers()).toEqual([]);
});

verifies(
  "files:operations:reopened",
  "a new file that does not open goes, and the one before it is back and open",
  async () => {
    // What it has saved opens only with a key that is not the one asked for.
    place.home.sandbox.faults.set({
      kind: "status",
      status: 500,
      path: "^/fmi/admin/api/v2/databases/\\d+",
      method: "PATCH",
      skip: 1,
      times: 1,
      code: "802",
      message: "Unable to open file",
    });
    const process = await place.run("copy-compress", { sourceFile: "Orders", inPlace: true, ...opener });
    expect(process).toMatchObject({ state: "failed", reason: expect.stringContaining("802") });
    expect(place.statusOf("Orders")).toBe("NORMAL");
    expect(place.leftovers()).toEqual([]);
  },
);
