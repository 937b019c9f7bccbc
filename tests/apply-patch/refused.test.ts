import { afterAll, expect } from "vitest";
import { verifies } from "../support/verifies.ts";
import { adding, aPatchHouse } from "./support/a-patch-house.ts";

const place = await aPatchHouse();
afterAll(async () => {
  await place.stop();
});

const wish = {
  sourceFile: "Contacts",
  patchFiles: [{ xml: adding("Visits") }],
  username: "Admin",
  password: "canary-of-the-patch",
};

verifies("files:patch:refused", async () => {
  const nowhere = await place.apply({ ...wish, sourceFile: "Nowhere" });
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
    const { status, body } = await place.apply(wrong);
    expect([status, body.messages[0].text], sentence).toEqual([400, expect.stringContaining(sentence)]);
  }
  const stranger = await place.home.raw("POST", "/svc/api/fm-file/apply-patch", { json: wish });
  expect(stranger.status).toBe(401);
  expect((await place.home.admin("GET", "/svc/api/processes")).body.response.processes).toEqual([]);
});

verifies("files:patch:refused", "while the agent is away the process waits, and says so", async () => {
  const { body } = await place.apply(wish);
  const id = body.response.processId;
  for (;;) {
    const { process } = (await place.home.admin("GET", `/svc/api/processes/${id}`)).body.response;
    if (process.waitingFor === null) continue;
    expect([process.state, process.waitingFor]).toEqual(["queued", "the agent on the database host"]);
    break;
  }
  await place.home.admin("POST", `/svc/api/processes/${id}/abort`);
  expect((await place.ended(id)).state).toBe("aborted");
});
