import { afterAll, describe, expect } from "vitest";
import { mayMount, readOnlyDisk } from "../support/small-disk.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { anEmptyHost, hostedOn, hostedService } from "./support/a-hosted-service.ts";

/** An account that isn't root can't mount disks. */
describe.runIf(mayMount)("if the agent can't write to the trash", async () => {
  const host = anEmptyHost();
  const service = await testService(hostedOn(host));
  const hosted = await hostedService(service, host);
  const trash = hosted.at("Data/Databases/Removed");
  const unmount = readOnlyDisk(trash);
  afterAll(async () => {
    unmount();
    await hosted.stop();
  });

  verifies("files:trash:write-access", async () => {
    const { body } = await service.admin("POST", "/svc/api/fm-file/delete", { files: ["Contacts"], force: true });
    const { processId } = body.response;
    expect(await hosted.ended(processId)).toMatchObject({
      state: "failed",
      reason: expect.stringContaining(`can't write to ${trash}`),
    });
    expect(await hosted.log(processId)).not.toContain("Closing: Contacts.fmp12");
    expect(hosted.statusOf("Contacts")).toBe("NORMAL");
  });
});
