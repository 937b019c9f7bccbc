import { afterAll, beforeEach, expect } from "vitest";
import { readFileOf } from "../../sandbox/fmserver/disk/hosted-file.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { anEmptyHost, hostedOn, hostedService } from "../trash/support/a-hosted-service.ts";
import { saved } from "./support/saved.ts";

const host = anEmptyHost();
const service = await testService(hostedOn(host));
const hosted = await hostedService(service, host);
afterAll(() => hosted.stop());
const { faults, world } = service.sandbox;
beforeEach(() => faults.clear());

const download = (query = "") => service.admin("GET", `/svc/api/fm-file/Contacts/download${query}`);
const schedules = () => [...service.sandbox.world.server.schedules.values()].map(({ definition }) => definition.name);
const before = schedules();
const isCopy = (bytes: Buffer) => readFileOf(saved(bytes)).definition?.tables.some(({ records }) => records.length > 0);
const noFmsadmin = { kind: "tool", path: "^/fmsadmin/BACKUP", exitCode: 9 } as const;
const noSchedules = { kind: "status", status: 403, code: "9", method: "POST", path: "/schedules/backup$" } as const;

verifies("files:download:live", "a backup schedule that exists only for the copy needs no fmsadmin", async () => {
  faults.set(noFmsadmin);
  const copy = await download();
  expect([copy.status, isCopy(copy.bytes)]).toEqual([200, true]);
  const clone = await download("?clone=1");
  expect([clone.status, isCopy(clone.bytes)]).toEqual([200, false]);
  expect(schedules()).toEqual(before);
  expect(world.database("Contacts")?.status).toBe("NORMAL");
});

verifies("files:download:live", "with the other name of the file, if the server refuses the first", async () => {
  faults.set([noFmsadmin, { ...noSchedules, status: 400, code: "1708", times: 1 }]);
  const copy = await download();
  expect([copy.status, isCopy(copy.bytes)]).toEqual([200, true]);
});

verifies("files:download:live", "with fmsadmin, if the server doesn't create schedules for the account", async () => {
  faults.set(noSchedules);
  const copy = await download();
  expect([copy.status, isCopy(copy.bytes)]).toEqual([200, true]);
  faults.set([noSchedules, noFmsadmin]);
  const refused = await download();
  expect(refused.text).toContain("it rejected the account");
});

verifies("files:download:live", "a backup that fails is tried three times, and leaves no schedule", async () => {
  faults.set([noFmsadmin, { kind: "schedule", error: 23, times: 2 }]);
  expect((await download()).status).toBe(200);
  faults.set([noFmsadmin, { kind: "schedule", error: 23, times: 3 }]);
  expect((await download()).text).toContain("its backup ended with error 23");
  expect(schedules()).toEqual(before);
});
