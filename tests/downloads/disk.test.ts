import { statfsSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { finalProcess } from "../processes/support/final-process.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { anEmptyHost, hostedOn, hostedService } from "../trash/support/a-hosted-service.ts";

const host = anEmptyHost();
const service = await testService(hostedOn(host, {}, { DISK_FLOOR_MB: "9000000" }));
const hosted = await hostedService(service, host);
const { at } = hosted;
afterAll(() => hosted.stop());

verifies("files:disk:space", async () => {
  const { floorBytes, folders } = (await service.admin("GET", "/svc/api/disk-space")).body.response;
  expect(floorBytes).toBe(9_000_000_000_000);
  const { blocks, bsize } = statfsSync(at("Data/Databases"));
  expect(folders).toContainEqual({
    folder: "databases",
    isThere: true,
    isWritable: true,
    freeBytes: expect.any(Number),
    totalBytes: blocks * bsize,
    hasRoom: false,
  });
});

verifies("files:download:room", async () => {
  for (const [method, path, body] of [
    ["GET", "/svc/api/fm-file/Contacts/download"],
    ["GET", "/svc/api/fm-file/Contacts/link"],
    ["POST", "/svc/api/fm-file/download", { files: ["Contacts"] }],
  ] as const) {
    const headers = { Authorization: adminAccount, Accept: "application/json" };
    const answer = await service.raw(method, path, { headers, ...(body !== undefined && { json: body }) });
    expect(answer, path).toRefuseWith("host_disk_full");
    expect(answer.body.response).toMatchObject({ folder: "backups", floorBytes: 9_000_000_000_000 });
  }
  expect((await service.admin("GET", "/svc/api/processes")).body.response.processes).toEqual([]);
});

verifies("files:disk:one-floor", async () => {
  const key = await service.anAdminKey();
  const metadata = `path ${btoa("documents")},filename ${btoa("new.txt")}`;
  const headers = { "Tus-Resumable": "1.0.0", "Upload-Length": "5", "Upload-Metadata": metadata };
  const upload = await service.raw("POST", "/svc/api/files/uploads", { key, headers });
  expect(upload).toRefuseWith("host_disk_full");
  const account = { username: "Admin", password: "admin" };
  const works = [
    ["copy-compress", { sourceFile: "Contacts", inPlace: true, ...account }],
    ["rename", { fileName: "Contacts", newFileName: "People", copy: true }],
    ["rename-dev-tool", { sourceFiles: ["Contacts"], regex: "C", replacement: "K", ...account }],
  ] as const;
  for (const [work, json] of works) {
    const answer = await service.admin("POST", `/svc/api/fm-file/${work}`, json);
    expect(answer, work).toRefuseWith("host_disk_full");
    expect(answer.text, work).toContain("9000000.0 MB must stay free");
  }
  expect((await service.admin("GET", "/svc/api/processes")).body.response.processes).toEqual([]);
});

verifies(
  "files:operations:room",
  "requested while the agent is offline, it ends as soon as the agent checks",
  async () => {
    await hosted.agentAway();
    const json = { sourceFile: "Contacts", inPlace: true, username: "Admin", password: "admin" };
    const { status, body } = await service.admin("POST", "/svc/api/fm-file/copy-compress", json);
    expect(status).toBe(200);
    const { processId } = body.response;
    await finalProcess(service, processId, ({ waitingFor }) => waitingFor !== null);
    await hosted.agentBack();
    await service.turn(15_000);
    const process = await hosted.ended(processId);
    expect(process).toMatchObject({ state: "failed", reason: expect.stringContaining("9000000.0 MB must stay free") });
    expect(await hosted.log(processId)).not.toContain("Closed Contacts.fmp12");
    expect(hosted.statusOf("Contacts")).toBe("NORMAL");
  },
);
