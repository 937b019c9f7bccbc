import { rmSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { finalProcess } from "../../processes/support/final-process.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFileOperationSetup, opener } from "./support/a-file-operation-setup.ts";

const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }), undefined, null);
afterAll(() => setup.stop());

const nowhere = { sourceFile: "Nowhere", inPlace: true, ...opener };
const path = setup.file("Nowhere");
const calls = [
  ["copy-compress", nowhere, "database_not_found"],
  ["encrypt", { ...nowhere, sharedID: "shop", encryptionKey: "a long sentence" }, "database_not_found"],
  ["check-consistency", [{ sourceFile: "Contacts" }, { sourceFile: "Nowhere" }], "database_not_found"],
  ["reset-file-uuid", { files: [{ ...nowhere, sourceFile: "Contacts" }, nowhere] }, "database_not_found"],
  ["rename", { fileName: "Nowhere", newFileName: "There" }, "database_not_found"],
  ["rename-dev-tool", { sourceFiles: ["Contacts", "Nowhere"], regex: "$", replacement: " b" }, "database_not_found"],
  ["check-consistency", { sourceFilePath: path }, "host_file_not_found"],
  ["copy-compress", { sourceFilePath: path, targetFilePath: setup.file("New") }, "host_file_not_found"],
  ["rename-dev-tool", { sourceFilePaths: [path], regex: "$", replacement: " b" }, "host_file_not_found"],
] as const;
const processes = async () =>
  (await setup.service.admin("GET", "/svc/api/processes")).body.response.processes.map(({ id }: { id: number }) => id);

verifies(
  "files:operations:missing",
  "while the agent is offline, a process waits for it and then reports",
  async () => {
    const { status, body } = await setup.start("copy-compress", nowhere);
    expect(status).toBe(200);
    const id = body.response.processId;
    await finalProcess(setup.service, id, ({ waitingFor }) => waitingFor !== null);
    const agent = await setup.agent();
    await setup.service.turn(15_000);
    expect(await setup.ended(id)).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("Nowhere is not hosted"),
    });
    await agent.stop();
  },
);

verifies("files:operations:missing", async () => {
  await setup.agent({ again: true });
  const before = await processes();
  for (const [operation, json, error] of calls)
    expect(await setup.start(operation, json), `${operation} ${JSON.stringify(json)}`).toRefuseWith(error);
  const { body } = await setup.start("rename", { fileName: "nowhere.fmp12", newFileName: "There" });
  expect(body.response).toEqual({ files: ["nowhere.fmp12"] });
  expect(await processes()).toEqual(before);
});

verifies("files:operations:missing", "a hosted file that was removed from the disk is missing too", async () => {
  rmSync(setup.file("Closed too"));
  expect(await setup.start("copy-compress", { ...nowhere, sourceFile: "Closed too" })).toRefuseWith(
    "database_not_found",
  );
});

verifies("files:operations:missing", "if the server doesn't say what it hosts, the process reports it", async () => {
  setup.service.sandbox.faults.set({ kind: "status", status: 500, path: "/databases$", times: 1 });
  const { status, body } = await setup.start("copy-compress", nowhere);
  expect(status).toBe(200);
  expect(await setup.ended(body.response.processId)).toMatchObject({ state: "failed" });
});
