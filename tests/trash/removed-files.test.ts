import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, expect } from "vitest";
import { buildFolder } from "../../local-agent/builds/build-folder.ts";
import { systemClock } from "../../local-agent/clock.ts";
import { hostAt } from "../../local-agent/host.ts";
import { sweepRemovedFiles } from "../../local-agent/trash/removed-files.ts";
import { aHost } from "../agent/support/a-host.ts";
import { trailOf } from "../support/audit-trail.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { anEmptyHost, hostedOn, hostedService } from "./support/a-hosted-service.ts";

const dayMs = 24 * 60 * 60_000;
const server = anEmptyHost();
const service = await testService(hostedOn(server));
const hosted = await hostedService(service, server);
afterAll(() => hosted.stop());

verifies("files:removed:swept", "files and their containers, in every folder that has hosted files", async () => {
  const host = aHost();
  const databases = "Data/Databases";
  const swept = [
    `${databases}/Removed_By_FMS/Old.fmp12`,
    `${databases}/Removed_By_FMS/RC_Data_FMS/Old/Files/photo.png`,
    `${databases}/Sub/Removed_By_FMS/Older.fmp12`,
    `${databases}/Removed/Oldest.fmp12`,
    "Data/Secure/Removed_By_FMS/Secret.fmp12",
  ];
  const left = [
    `${databases}/Contacts.fmp12`,
    `${databases}/Sub/Orders.fmp12`,
    `${databases}/RC_Data_FMS/Contacts/photo.png`,
    // Our trash has its own retention time, and running tasks have folders there.
    `${databases}/Removed/Latchkey/01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b24/Kept.fmp12`,
    `${databases}/Removed_By_FMS/7/Contacts.fmp12`,
    "Data/Backups/Removed_By_FMS/Backup.fmp12",
  ];
  const full = new Map([...swept, ...left].map((name) => [name, host.write(name, "bytes")]));
  const elsewhere = dirname(full.get(left[5] ?? "") ?? "");
  mkdirSync(`${host.path}/${databases}/Linked`);
  symlinkSync(elsewhere, `${host.path}/${databases}/Linked/Removed_By_FMS`);
  const there = (names: readonly string[]) => names.map((name) => existsSync(full.get(name) ?? ""));
  const inDays = (days: number) => ({ ...systemClock, now: () => Date.now() + days * dayMs });

  expect(await sweepRemovedFiles(hostAt(host.path), inDays(6.9), 7)).toEqual([]);
  expect(there(swept)).toEqual(swept.map(() => true));
  expect(await sweepRemovedFiles(hostAt(host.path), inDays(7.1), 7)).toHaveLength(swept.length);
  expect(there(swept)).toEqual(swept.map(() => false));
  expect(there(left)).toEqual(left.map(() => true));
  host.remove();
});

const change = (days: number | null) =>
  service.admin("PATCH", "/svc/api/settings", { deleteFMSRemovedFilesAfterXDays: days });

/** Turns the clock to a week after the current file dates: a folder's date is this machine's, and the agent's clock is the service's. */
const aWeekLater = () => {
  const days = Math.ceil((Date.now() - service.clock.now()) / dayMs);
  return hosted.later((Math.max(0, days) + 8) * 24 * 60);
};

verifies("files:removed:swept", async () => {
  const removed = hosted.at("Data/Databases/Removed_By_FMS/Archive.fmp12");
  server.write("Data/Databases/Removed_By_FMS/Archive.fmp12", "bytes");
  await aWeekLater();
  await hosted.later(61);
  expect(existsSync(removed)).toBe(true);
  expect(await change(100)).toSucceed();
  await hosted.later(61);
  await hosted.later(61);
  expect(existsSync(removed)).toBe(true);
  expect(await change(7)).toSucceed();
  while (existsSync(removed)) await hosted.later(61);
});

verifies("audit:entries:cleanup", async () => {
  server.write("Data/Databases/Removed_By_FMS/Orders.fmp12", "bytes");
  expect(await change(7)).toSucceed();
  await aWeekLater();
  const entries = () => trailOf(service)("?action=cleanUpHost&object=removed-file:Orders.fmp12");
  while ((await entries()).length === 0) await hosted.later(61);
  // A stored report isn't sent again.
  await hosted.later(61);
  expect(await entries()).toMatchObject([{ actor: "service", outcome: "done", error: null }]);
});

verifies("audit:entries:cleanup", "expired files of the trash and of the build inbox, too", async () => {
  const order = { files: ["Contacts.fmp12"], force: true };
  const { processId, trash } = (await service.admin("POST", "/svc/api/fm-file/delete", order)).body.response;
  expect(await hosted.ended(processId)).toMatchObject({ state: "done" });
  const inbox = buildFolder(hostAt(server.path), "inbox", "release");
  mkdirSync(inbox, { recursive: true });
  const keptUntil = service.clock.now() + dayMs;
  writeFileSync(`${inbox}/.latchkey-kept.json`, JSON.stringify({ sha256: "5".repeat(64), keptUntil }));
  const entries = (object: string) => trailOf(service)(`?action=cleanUpHost&object=${object}`);
  for (const object of ["kept-build:release", `trash:${trash[0].id}`]) {
    expect(await entries(object)).toEqual([]);
    await hosted.later((object.startsWith("trash") ? 31 : 2) * 24 * 60);
    while ((await entries(object)).length === 0) await hosted.later(61);
    expect(await entries(object)).toMatchObject([{ actor: "service", outcome: "done", error: null }]);
  }
  expect(existsSync(inbox)).toBe(false);
  expect(existsSync(hosted.at("Data/Databases/Removed/Latchkey", trash[0].id))).toBe(false);
});
