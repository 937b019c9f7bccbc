import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { untilFileExists } from "../../agent/support/until-file.ts";
import { testService } from "../../support/test-service.ts";
import { until } from "../../support/until.ts";
import { verifies } from "../../support/verifies.ts";
import { aFileOperationSetup, opener } from "./support/a-file-operation-setup.ts";

const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }));
afterAll(() => setup.stop());

/** Starts an operation whose tool pauses at a file, after the draft was made, until `act` is done. Resolves with the operation's result. */
async function whileWaitingAt(file: string, [operation, json]: readonly [string, object], act: () => Promise<unknown>) {
  const go = setup.at(`go ${crypto.randomUUID()}`);
  const waits = `: > '${go} begun'; ${untilFileExists(go)}`;
  setup.actTool(`cp "$2" "$target"; case "$2" in */'${file}.fmp12') ${waits};; esac`);
  const { status, body } = await setup.start(operation, json);
  expect(status).toBe(200);
  await until(() => existsSync(`${go} begun`));
  await act();
  writeFileSync(go, "");
  return setup.ended(body.response.processId);
}

verifies("files:operations:meanwhile", async () => {
  const before = readFileSync(setup.file("Contacts"));
  const process = await whileWaitingAt(
    "Contacts",
    ["copy-compress", { sourceFile: "Contacts", inPlace: true, ...opener }],
    async () => {
      const opened = await setup.start("open", { files: ["Contacts"] });
      expect(opened.status).toBe(200);
      await until(() => setup.statusOf("Contacts") === "NORMAL");
    },
  );
  expect(process, await setup.log(process.id)).toMatchObject({
    state: "failed",
    reason: expect.stringMatching(/Contacts\.fmp12 was (?:opened|changed) meanwhile/),
  });
  expect(setup.statusOf("Contacts")).toBe("NORMAL");
  expect(readFileSync(setup.file("Contacts")).length).toBe(before.length);
  expect(setup.orphans()).toEqual([]);
});

verifies("files:operations:meanwhile", "data written to a closed file meanwhile is kept", async () => {
  const files = ["Closed", "Closed too"].map((sourceFile) => ({ sourceFile, inPlace: true, ...opener }));
  const process = await whileWaitingAt("Closed too", ["enable-kiosk-mode", { files }], async () =>
    setup.corrupt("Closed"),
  );
  expect(process.reason).toBe("Closed.fmp12 changed meanwhile");
  expect(readFileSync(setup.file("Closed")).includes("spoilt")).toBe(true);
  expect(setup.orphans()).toEqual([]);
});

verifies("files:operations:meanwhile", "a file created at the target's path meanwhile is kept", async () => {
  const options = { sourceFile: "Orders", targetFile: { filename: "New" }, ...opener };
  const process = await whileWaitingAt("Orders", ["copy-compress", options], async () =>
    writeFileSync(setup.file("New"), "theirs"),
  );
  expect(process).toMatchObject({ state: "failed", reason: "New.fmp12 already exists" });
  expect(readFileSync(setup.file("New"), "utf8")).toBe("theirs");
  expect(setup.statusOf("Orders")).toBe("NORMAL");
  expect(setup.orphans()).toEqual([]);
});
