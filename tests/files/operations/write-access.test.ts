import { join } from "node:path";
import { afterAll, describe, expect } from "vitest";
import { makeFolder } from "../../../local-agent/disk/make-folder.ts";
import { mayMount, readOnlyDisk } from "../../support/small-disk.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFileOperationSetup, opener } from "./support/a-file-operation-setup.ts";

/** An account that isn't root can't mount disks. What access it lacks, it lacks by the folder's mode. */
describe.runIf(mayMount)("on a disk that the agent can only read", async () => {
  const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }));
  const archive = setup.at("Data", "Databases", "Archive");
  const unmount = readOnlyDisk(archive);
  afterAll(async () => {
    unmount();
    await setup.stop();
  });

  verifies("files:operations:write-access", "a copy there is rejected before its source is closed", async () => {
    const json = {
      sourceFile: "Orders",
      targetFile: { filename: "OrdersCopy", folder: "default", subfolder: "Archive" },
      ...opener,
      force: true,
    };
    const answer = await setup.start("copy-compress", json);
    expect(answer).toRefuseWith("host_file_refused");
    expect(answer.text).toContain(`can't write to ${archive}: the folder is read-only`);
    expect(answer.text).toContain("latchkey-agent.service.d");
    expect((await setup.service.admin("GET", "/svc/api/processes")).body.response.processes).toEqual([]);
    expect(setup.statusOf("Orders")).toBe("NORMAL");
    expect(setup.orphans()).toEqual([]);
  });

  verifies("files:operations:write-access", "a move there is rejected in the same way", async () => {
    const answer = await setup.start("rename", {
      fileName: "Orders",
      newFileName: "Moved",
      targetSubfolder: "Archive",
    });
    expect(answer.text).toContain(`can't write to ${archive}`);
    expect(setup.statusOf("Orders")).toBe("NORMAL");
  });

  verifies("files:operations:write-access", "a new folder there fails with the true reason", async () => {
    await expect(makeFolder(join(archive, "a", "b"))).rejects.toMatchObject({
      fault: "not-writable",
      message: expect.stringContaining(`can't write to ${archive}`),
    });
  });
});
