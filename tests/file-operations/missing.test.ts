import { rmSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { finalProcess } from "../processes/support/final-process.ts";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { anOperatingHouse, opener } from "./support/an-operating-house.ts";

const place = await anOperatingHouse((sandbox) => house({ sandbox }), undefined, null);
afterAll(() => place.stop());

const nowhere = { sourceFile: "Nowhere", inPlace: true, ...opener };
const path = place.file("Nowhere");
const calls = [
  ["copy-compress", nowhere, "database_not_found"],
  ["encrypt", { ...nowhere, sharedID: "shop", encryptionKey: "a long sentence" }, "database_not_found"],
  ["check-consistency", [{ sourceFile: "Contacts" }, { sourceFile: "Nowhere" }], "database_not_found"],
  ["reset-file-uuid", { files: [{ ...nowhere, sourceFile: "Contacts" }, nowhere] }, "database_not_found"],
  ["rename", { fileName: "Nowhere", newFileName: "There" }, "database_not_found"],
  ["rename-dev-tool", { sourceFiles: ["Contacts", "Nowhere"], regex: "$", replacement: " b" }, "database_not_found"],
  ["check-consistency", { sourceFilePath: path }, "host_file_not_found"],
  ["copy-compress", { sourceFilePath: path, targetFilePath: place.file("New") }, "host_file_not_found"],
  ["rename-dev-tool", { sourceFilePaths: [path], regex: "$", replacement: " b" }, "host_file_not_found"],
] as const;
const processes = async () =>
  (await place.home.admin("GET", "/svc/api/processes")).body.response.processes.map(({ id }: { id: number }) => id);

verifies("files:operations:missing", "while the agent is away, a process waits for it and tells then", async () => {
  const { status, body } = await place.start("copy-compress", nowhere);
  expect(status).toBe(200);
  const id = body.response.processId;
  await finalProcess(place.home, id, ({ waitingFor }) => waitingFor !== null);
  const agent = await place.agent();
  await place.home.turn(15_000);
  expect(await place.ended(id)).toMatchObject({
    state: "failed",
    reason: expect.stringContaining("Nowhere is not hosted"),
  });
  await agent.stop();
});

verifies("files:operations:missing", async () => {
  await place.agent({ again: true });
  const before = await processes();
  for (const [operation, json, error] of calls)
    expect(await place.start(operation, json), `${operation} ${JSON.stringify(json)}`).toRefuseWith(error);
  const { body } = await place.start("rename", { fileName: "nowhere.fmp12", newFileName: "There" });
  expect(body.response).toEqual({ files: ["nowhere.fmp12"] });
  expect(await processes()).toEqual(before);
});

verifies("files:operations:missing", "a hosted file that was taken off the disk is missing too", async () => {
  rmSync(place.file("Closed too"));
  expect(await place.start("copy-compress", { ...nowhere, sourceFile: "Closed too" })).toRefuseWith(
    "database_not_found",
  );
});

verifies("files:operations:missing", "where the server does not say what it hosts, a process tells", async () => {
  place.home.sandbox.faults.set({ kind: "status", status: 500, path: "/databases$", times: 1 });
  const { status, body } = await place.start("copy-compress", nowhere);
  expect(status).toBe(200);
  expect(await place.ended(body.response.processId)).toMatchObject({ state: "failed" });
});
