import { afterAll, expect } from "vitest";
import { adding, aPatchSetup } from "../../apply-patch/support/a-patch-setup.ts";
import { verifies } from "../../support/verifies.ts";

const setup = await aPatchSetup();
afterAll(async () => {
  await setup.stop();
});

const wish = {
  sourceFile: "Contacts",
  patchFiles: [{ xml: adding("Visits") }],
  username: "Admin",
  password: "canary-of-the-patch",
};

verifies("files:patch:refused", async () => {
  const nowhere = await setup.apply({ ...wish, sourceFile: "Nowhere" });
  expect([nowhere.status, nowhere.body.response.files]).toEqual([404, ["Nowhere"]]);
  for (const [wrong, sentence] of [
    [{ ...wish, patchFiles: [] }, "patchFiles"],
    [{ ...wish, patchFiles: ["../secret.xml"] }, "`patchFiles.0`: must be"],
    [{ ...wish, patchFiles: [{ path: "/a/b.xml", key: "k" }] }, '`patchFiles.0`: Unrecognized key: "key"'],
    [{ ...wish, patchFiles: [{ xml: "" }] }, "`patchFiles.0.xml`: Too small"],
    [{ ...wish, patchFiles: [7] }, "`patchFiles.0`: Invalid input: expected string, received number, or "],
    [{ ...wish, patchFiles: ["/a/../b.xml"] }, "patchFiles"],
    [{ ...wish, username: "-force" }, "must not begin with a dash"],
    [{ ...wish, sourceFile: "../Contacts" }, "sourceFile"],
    [{ ...wish, sourceFile: undefined }, "Send `sourceFile`"],
    [{ ...wish, files: [wish] }, "Send `sourceFile`"],
    [{ files: [wish, { ...wish, sourceFile: "contacts.FMP12" }] }, "named twice"],
    [{ ...wish, patchFiles: Array.from({ length: 3 }, () => ({ xml: "x".repeat(29_000) })) }, "Too much for one call"],
  ] as const) {
    const { status, body } = await setup.apply(wrong);
    expect([status, body.messages[0].text], sentence).toEqual([400, expect.stringContaining(sentence)]);
  }
  const unknownCaller = await setup.service.raw("POST", "/svc/api/fm-file/apply-patch", { json: wish });
  expect(unknownCaller.status).toBe(401);
  expect((await setup.service.admin("GET", "/svc/api/processes")).body.response.processes).toEqual([]);
});

verifies("files:patch:refused", "while the agent is away the process waits, and says so", async () => {
  const { body } = await setup.apply(wish);
  const id = body.response.processId;
  for (;;) {
    const { process } = (await setup.service.admin("GET", `/svc/api/processes/${id}`)).body.response;
    if (process.waitingFor === null) continue;
    expect([process.state, process.waitingFor]).toEqual(["queued", "the agent on the database host"]);
    break;
  }
  await setup.service.admin("POST", `/svc/api/processes/${id}/abort`);
  expect((await setup.ended(id)).state).toBe("aborted");
});
