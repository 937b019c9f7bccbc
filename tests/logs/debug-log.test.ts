import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

verifies("logs:debug:switch", async () => {
  const service = await testService({ environment: { LOG_DEBUG: "true" } });
  try {
    const key = await service.aKey();
    const headers = { "X-Reported": "unlogged-value" };
    await service.raw("GET", `${recordsPath()}&apiKey=${key}`, { headers });
    await service.raw("GET", "/svc/api/info?asked=unlogged-value", { headers });
    await service.raw("GET", `/svc/api/info?${key}=1`);
    await service.raw("GET", `${recordsPath()}&${key}=1`);
    await service.logs();
    const written = readFileSync(join(service.dataDir, "logs", "svc-debug.log"), "utf8");
    expect(written).not.toMatch(/unlogged-value/);
    expect(written).not.toContain(key);
    const lines = written
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({
        path: "/svc/api/info",
        parameters: "asked",
        headers: expect.stringContaining("X-Reported"),
      }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({
        key: "data-key:1",
        parameters: "_limit apiKey",
        headers: expect.stringContaining("X-Reported"),
      }),
    );
    const shown = await service.admin("GET", "/svc/api/logs/svc-debug.log/search?text=X-Reported");
    expect(shown.body.response.records.length).toBeGreaterThanOrEqual(2);
  } finally {
    await service.stop();
  }
});

verifies("logs:debug:switch", "nothing is written while it is off", async () => {
  const service = await testService();
  try {
    await service.admin("GET", "/svc/api/info");
    await service.logs();
    expect(existsSync(join(service.dataDir, "logs", "svc-info.log"))).toBe(true);
    expect(existsSync(join(service.dataDir, "logs", "svc-debug.log"))).toBe(false);
  } finally {
    await service.stop();
  }
});

verifies("system:app-log:levels", "each in its log, as one line", async () => {
  const service = await testService({ environment: { DEBUG_APP_LOG: "true" } });
  try {
    await service.admin("PATCH", "/svc/api/settings", { appLogToken: "regenerate" });
    const { appLogToken: token } = (await service.admin("GET", "/svc/api/settings")).body.response;
    for (const level of ["error", "warn", "info", "http"])
      await service.raw("POST", "/svc/api/app-log", { json: { token, level, message: `${level}\nof two lines` } });
    await service.logs();
    for (const [name, levels] of [
      ["app-error.log", ["error"]],
      ["app-info.log", ["warn", "info"]],
      ["app-debug.log", ["http"]],
    ] as const) {
      const { lines } = (await service.admin("GET", `/svc/api/logs/${name}/lines`)).body.response;
      expect(lines, name).toMatchObject(
        levels.map((severity) => ({ columns: { severity, message: `${severity}\\u000aof two lines` } })),
      );
    }
    const { lines } = (await service.admin("GET", "/svc/api/logs/app-info.log/lines")).body.response;
    expect(lines.map(({ level }: { readonly level: string }) => level)).toEqual(["warning", "info"]);
  } finally {
    await service.stop();
  }
});

verifies("logs:debug:setting", async () => {
  const quiet = await testService();
  const written = () => {
    const file = join(quiet.dataDir, "logs", "svc-debug.log");
    return existsSync(file) ? readFileSync(file, "utf8").split("\n").length - 1 : 0;
  };
  const set = async (debugLogging: boolean) => {
    await quiet.admin("PATCH", "/svc/api/settings", { debugLogging });
    await quiet.logs();
  };
  await quiet.raw("GET", "/svc/api/info");
  await set(true);
  const first = written();
  await quiet.raw("GET", "/svc/api/info");
  await quiet.restart();
  await quiet.settle();
  await quiet.raw("GET", "/svc/api/info");
  await quiet.logs();
  expect(written()).toBeGreaterThanOrEqual(first + 2);
  await set(false);
  const last = written();
  await quiet.raw("GET", "/svc/api/info");
  await quiet.logs();
  expect(written()).toBe(last);
  await quiet.stop();
});
