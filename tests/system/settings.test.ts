import { afterAll, expect } from "vitest";
import type { LogLine } from "#shared/ports/log.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const written: [kind: string, line: LogLine][] = [];
const service = await testService({
  decorate: (platform) => ({
    ...platform,
    log: { ...platform.log, application: (kind, line) => void written.push([kind, line]) },
  }),
});
afterAll(() => service.stop());

const read = async () => (await service.admin("GET", "/svc/api/settings")).body.response;
const change = (json: unknown) => service.admin("PATCH", "/svc/api/settings", json);

const untouched = {
  "auto-register-webhook": true,
  "custom-color": null,
  "theme-color": null,
  appLogToken: null,
  debugLogging: false,
  deleteFMSRemovedFilesAfterXDays: null,
  kept: { processDays: 30, auditDays: 365, trashDays: 30 },
  environmentTag: null,
  environmentTagColor: null,
  maxDeploymentBackups: 3,
  maxOutboxBuilds: 3,
  serverNickname: "",
  sidebarVariant: "color",
  syncToHostname: false,
};

verifies("system:settings:defaults", async () => {
  expect(await read()).toEqual({ ...untouched, version: 0 });
});

verifies("system:settings:change", "only the named settings change", async () => {
  const { body } = await change({ serverNickname: "Staging", maxOutboxBuilds: null });
  expect(body.response).toEqual({ ok: true, version: 1 });
  expect(await read()).toEqual({ ...untouched, serverNickname: "Staging", maxOutboxBuilds: null, version: 1 });
  await change({ themeColor: "#2F6FEB" });
  expect(await read()).toMatchObject({
    serverNickname: "Staging",
    "custom-color": "#2F6FEB",
    "theme-color": "#2F6FEB",
    version: 2,
  });
});

verifies("system:settings:change", "changes persist over a restart", async () => {
  await change({ environmentTag: "dev" });
  await service.restart();
  expect(await read()).toMatchObject({ environmentTag: "dev", serverNickname: "Staging" });
});

verifies("system:settings:change", "concurrent changes are all kept", async () => {
  await Promise.all([
    change({ debugLogging: true }),
    change({ sidebarVariant: "light" }),
    change({ environmentTag: "prod" }),
    change({ deleteFMSRemovedFilesAfterXDays: 30 }),
  ]);
  expect(await read()).toMatchObject({
    debugLogging: true,
    sidebarVariant: "light",
    environmentTag: "prod",
    deleteFMSRemovedFilesAfterXDays: 30,
  });
});

verifies("system:settings:app-log-token", async () => {
  expect((await read()).appLogToken).toBeNull();
  await change({ appLogToken: "regenerate" });
  const { appLogToken: first } = await read();
  expect(first).toMatch(/^al_[0-9a-f]{64}$/);
  await change({ appLogToken: "regenerate" });
  const { appLogToken: second } = await read();
  expect(second).toMatch(/^al_[0-9a-f]{64}$/);
  expect(second).not.toBe(first);
  const stored = await service.runtime.platform.table.get({ pk: "system", sk: "settings" });
  expect(JSON.stringify(stored)).not.toContain(second);
  expect(await service.logs()).not.toContain(second);
});

const write = (json: unknown) => service.raw("POST", "/svc/api/app-log", { json });

verifies("system:app-log:token", async () => {
  await change({ appLogToken: "regenerate" });
  const { appLogToken: old } = await read();
  await change({ appLogToken: "regenerate" });
  const { appLogToken: token } = await read();
  expect((await write({ token, message: "The nightly import has ended" })).body.response).toEqual({ success: true });
  for (const wrong of [old, `${token}0`, "al_", await service.anAdminKey()])
    expect(await write({ token: wrong, message: "never written" })).toRefuseWith("app_log_token_refused");
  expect(await write({ message: "never written" })).toRefuseWith("input_invalid");
  expect(await service.admin("POST", "/svc/api/app-log", { message: "never written" })).toRefuseWith("input_invalid");
  expect(written).toEqual([["info", { severity: "info", message: "The nightly import has ended" }]]);
  expect(await service.logs()).not.toContain(token);
});

verifies("system:app-log:levels", async () => {
  await change({ appLogToken: "regenerate" });
  const { appLogToken: token } = await read();
  written.length = 0;
  const levels = ["error", "warn", "info", "http", "verbose", "debug"];
  for (const level of levels) expect(await write({ token, level, message: "m" })).toSucceed();
  expect(written.map(([kind]) => kind)).toEqual(["error", "info", "info", "debug", "debug", "debug"]);
  expect(written.map(([, { severity }]) => severity)).toEqual(levels);
  expect(await write({ token, level: "fatal", message: "m" })).toRefuseWith("input_invalid");
  expect(await write({ token, message: "x".repeat(10_001) })).toRefuseWith("input_invalid");
});

verifies("system:settings:validated", "an invalid value is rejected with 400, and nothing changes", async () => {
  const before = await read();
  for (const wrong of [
    { environmentTag: "longer" },
    { maxDeploymentBackups: -1 },
    { maxOutboxBuilds: 1.5 },
    { sidebarVariant: "dark" },
    { themeColor: "two\nlines" },
    { themeColor: `rgb(${" ".repeat(64)})` },
    { serverNickname: 5 },
    { debugLogging: "true" },
    { appLogToken: "al_of-my-own" },
    { deleteFMSRemovedFilesAfterXDays: "3" },
  ]) {
    const answer = await change({ serverNickname: "Never", ...wrong });
    expect(answer, JSON.stringify(wrong)).toRefuseWith("input_invalid");
    expect(answer.body.messages[0].text).toContain(`\`${Object.keys(wrong)[0]}\``);
  }
  expect(await read()).toEqual(before);
});

verifies("system:settings:validated", "reading and changing require a credential", async () => {
  expect(await service.raw("GET", "/svc/api/settings")).toRefuseWith("unauthenticated");
  expect(await service.raw("PATCH", "/svc/api/settings", { json: { serverNickname: "x" } })).toRefuseWith(
    "unauthenticated",
  );
});

verifies("system:settings:stale", async () => {
  const { version } = await read();
  expect((await change({ serverNickname: "Mine", version })).body.response).toEqual({ ok: true, version: version + 1 });
  expect(await change({ serverNickname: "Late", version })).toRefuseWith("settings_changed");
  expect(await change({ serverNickname: "Late", version: 0 })).toRefuseWith("settings_changed");
  expect((await read()).serverNickname).toBe("Mine");
});
