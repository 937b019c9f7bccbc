import { existsSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { anOffsiteSetup } from "../backups/support/an-offsite-setup.ts";
import { verifies } from "../support/verifies.ts";

const offsite = await anOffsiteSetup("files");
afterAll(() => offsite.stop());

verifies("backups:restore:at-once", async () => {
  const { backup } = await offsite.backedUp();
  const wanted = { backup, files: [{ fileName: "Contacts" }], to: "folder" };
  const restores = await Promise.all([1, 2, 3].map(() => offsite.restored(wanted)));
  for (const { process, log } of restores) expect(process, log).toMatchObject({ state: "done" });
  const folders = restores.map(({ folder }) => folder.replace("Backups/", ""));
  expect(new Set(folders).size).toBe(3);
  for (const folder of folders) expect(existsSync(offsite.server.at("Data", "Backups", folder)), folder).toBe(true);
  // A name that a caller chose is rejected if it already exists.
  const named = { ...wanted, folder: "of Friday" };
  expect((await offsite.restored(named)).process).toMatchObject({ state: "done" });
  const again = await offsite.restored(named);
  expect(again.process).toMatchObject({ state: "failed", reason: expect.stringContaining("a folder with this name") });
});
