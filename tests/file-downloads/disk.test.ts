import { statfsSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { anEmptyHost, hostedHouse, hostedOn } from "../trash/support/a-hosted-house.ts";

const host = anEmptyHost();
const home = await house(hostedOn(host, {}, { DISK_FLOOR_MB: "9000000" }));
const hosted = await hostedHouse(home, host);
const { at } = hosted;
afterAll(() => hosted.stop());

verifies("files:disk:space", async () => {
  const { floorBytes, folders } = (await home.admin("GET", "/svc/api/disk-space")).body.response;
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
    const answer = await home.admin(method, path, body);
    expect(answer, path).toRefuseWith("host_disk_full");
    expect(answer.body.response).toMatchObject({ folder: "backups", floorBytes: 9_000_000_000_000 });
  }
  expect((await home.admin("GET", "/svc/api/processes")).body.response.processes).toEqual([]);
});
