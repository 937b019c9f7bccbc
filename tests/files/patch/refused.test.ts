import { afterAll, expect } from "vitest";
import { finalProcess } from "../../processes/support/final-process.ts";
import { verifies } from "../../support/verifies.ts";
import { adding, aPatchSetup } from "./support/a-patch-setup.ts";

const setup = await aPatchSetup();
afterAll(async () => {
  await setup.stop();
});

const options = {
  sourceFile: "Contacts",
  patchFiles: [{ xml: adding("Visits") }],
  username: "Admin",
  password: "canary-of-the-patch",
};

verifies("files:patch:refused", async () => {
  const nowhere = await setup.apply({ ...options, sourceFile: "Nowhere" });
  expect([nowhere.status, nowhere.body.response.files]).toEqual([404, ["Nowhere"]]);
  for (const [wrong, sentence] of [
    [{ ...options, patchFiles: [] }, "patchFiles"],
    [{ ...options, patchFiles: ["../secret.xml"] }, "`patchFiles.0`: must be"],
    [{ ...options, patchFiles: [{ path: "/a/b.xml", xml: "<a/>" }] }, '`patchFiles.0`: Unrecognized key: "xml"'],
    [{ ...options, patchFiles: [{ xml: "" }] }, "`patchFiles.0.xml`: Too small"],
    [{ ...options, patchFiles: [7] }, "`patchFiles.0`: Invalid input: expected string, received number, or "],
    [{ ...options, patchFiles: ["/a/../b.xml"] }, "patchFiles"],
    [{ ...options, username: "-force" }, "must not begin with a dash"],
    [{ ...options, sourceFile: "../Contacts" }, "sourceFile"],
    [{ ...options, sourceFile: undefined }, "send `sourceFile`"],
    [{ ...options, files: [options] }, "send `sourceFile`"],
    [{ files: [options, { ...options, sourceFile: "contacts.FMP12" }] }, "must not name a file twice"],
    [
      { ...options, patchFiles: Array.from({ length: 3 }, () => ({ xml: "x".repeat(29_000) })) },
      "the request is too large",
    ],
  ] as const) {
    const { status, body } = await setup.apply(wrong);
    expect([status, body.messages[0].text], sentence).toEqual([400, expect.stringContaining(sentence)]);
  }
  const unknownCaller = await setup.service.raw("POST", "/svc/api/fm-file/apply-patch", { json: options });
  expect(unknownCaller.status).toBe(401);
  expect((await setup.service.admin("GET", "/svc/api/processes")).body.response.processes).toEqual([]);
});

verifies("files:patch:refused", "while the agent is offline, the process waits, and says so", async () => {
  const { body } = await setup.apply(options);
  const id = body.response.processId;
  const process = await finalProcess(setup.service, id, ({ waitingFor }) => waitingFor !== null);
  expect([process.state, process.waitingFor]).toEqual(["queued", "the agent on the database host"]);
  await setup.service.admin("POST", `/svc/api/processes/${id}/abort`);
  expect((await setup.ended(id)).state).toBe("aborted");
});
