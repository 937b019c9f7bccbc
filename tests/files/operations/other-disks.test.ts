import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFileOperationSetup, filesNamed } from "./support/a-file-operation-setup.ts";

const disk = mkdtempSync(join(tmpdir(), "latchkey-second-disk-"));
const folder = join(disk, "Databases");
mkdirSync(folder);
const notation = `filelinux:${folder}/`;
const names = filesNamed(["Contacts", "Closed"]);
const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }), {
  ...names,
  admin: {
    ...names.admin,
    settings: { additionalFolder: { UseOtherDatabaseRoot: true, DatabaseRootPath: notation } },
  },
});
afterAll(async () => {
  await setup.stop();
  rmSync(disk, { recursive: true, force: true });
});

verifies(
  "files:operations:other-disks",
  "also if the server doesn't list its folders, as before version 22",
  async () => {
    copyFileSync(setup.file("Closed"), join(folder, "Far.fmp12"));
    const { sandbox } = setup.service;
    sandbox.faults.set({ kind: "status", status: 404, code: "1700", path: "currentfoldersettings" });
    expect(await setup.run("check-consistency", { sourceFile: "Far" })).toMatchObject({ state: "done" });
    const refused = await setup.start("copy-compress", {
      ...{ sourceFile: "Far", username: "Admin", password: "full-access-pass" },
      targetFile: { filename: "Copy", folder: "additionalFolder1" },
    });
    expect(
      refused.status === 200 ? (await setup.ended(refused.body.response.processId)).reason : refused.text,
    ).toContain("FileMaker Server did not list its folders");
    sandbox.faults.clear();
  },
);

verifies("files:operations:other-disks", "a hosted file that isn't on the disk is named with its folder", async () => {
  rmSync(setup.file("Contacts"));
  const answer = await setup.start("check-consistency", { sourceFile: "Contacts" });
  expect(answer).toRefuseWith("host_file_not_found");
  expect(answer.text).toMatch(/lists Contacts\.fmp12 in \/.*Databases, but the file isn't there/);
});
