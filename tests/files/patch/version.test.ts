import { afterAll, expect } from "vitest";
import { verifies } from "../../support/verifies.ts";
import { adding, aPatchSetup } from "./support/a-patch-setup.ts";

const setup = await aPatchSetup("22.0.2.204");
afterAll(() => setup.stop());

const options = { sourceFile: "Contacts", patchFiles: [{ xml: adding("Visits") }] };

verifies("files:patch:version", async () => {
  const { status, body } = await setup.apply(options);
  expect([status, body.messages[0]]).toEqual([
    409,
    { code: 18193, text: "Patches need FileMaker Server 26 or later: the installed version is 22.0.2.204" },
  ]);
  expect((await setup.service.admin("GET", "/svc/api/processes")).body.response.processes).toEqual([]);
});
