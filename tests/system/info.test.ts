import { afterAll, beforeEach, expect } from "vitest";
import { Information } from "#shared/system/contract.ts";
import packageJson from "../../package.json" with { type: "json" };
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const home = await testService();
afterAll(() => home.stop());
beforeEach(() => home.sandbox.faults.clear());

const info = async () => {
  const answer = await home.raw("GET", "/svc/api/info");
  expect(answer.status).toBe(200);
  return answer.body.response;
};

verifies("system:info:envelope", async () => {
  const answer = await home.raw("GET", "/svc/api/info");
  expect(answer.body.messages).toEqual([{ code: 0, text: "ok" }]);
  expect(Information.parse(answer.body.response)).toEqual(answer.body.response);
});

verifies("system:info:unknown", async () => {
  const { FileMakerServer } = await info();
  expect(FileMakerServer).toEqual({
    version: { long: "", short: "", major: 0, minor: 0, patch: 0 },
    fmsRunning: true,
    serverId: "",
    parts: {
      webServer: "running",
      databaseServer: "unknown",
      adminApi: "running",
      dataApi: "running",
      odata: "running",
    },
    trouble: null,
    host: "127.0.0.1",
    name: "",
  });
  expect(home.sandbox.counters.adminLogins).toBe(0);
});

verifies("system:info:theme-color", async () => {
  for (const themeColor of ["#2F6FEB", "teal", " hsl(210 80% 50%) ", "color-mix(in oklch, red 40%, #00f8)", null]) {
    await home.admin("PATCH", "/svc/api/settings", { themeColor });
    const { Otto, service } = await info();
    expect([Otto.themeColor, service.themeColor]).toEqual([themeColor, themeColor]);
  }
});

verifies("system:info:appearance", async () => {
  await home.admin("PATCH", "/svc/api/settings", {
    environmentTag: "dev",
    environmentTagColor: "#f00",
    serverNickname: "Staging",
  });
  expect((await info()).Otto).toMatchObject({
    environmentTag: "dev",
    environmentTagColor: "#f00",
    serverNickname: "Staging",
  });
  await home.admin("PATCH", "/svc/api/settings", { syncToHostname: true });
  expect((await info()).service.serverNickname).toBe("127.0.0.1");
});

verifies("system:version:three-parts", async () => {
  const { Otto, service } = await info();
  expect(service.version).toBe(packageJson.version);
  for (const { version, build } of [Otto, service]) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(build).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
    expect(build.startsWith(`${version}.`)).toBe(true);
  }
  expect(Otto).toMatchObject({ version: "4.18.2", isLicenseValid: true, isOCCConnected: false });
});

verifies(
  "system:info:server",
  "once there is an Admin API Key, FileMaker Server's version, id, and name are known",
  async () => {
    await home.anAdminKey();
    await home.turn(5_000);
    await info();
    await home.settle();
    expect((await info()).FileMakerServer).toMatchObject({
      version: { long: "22.0.4.427", short: "22.0.4", major: 22, minor: 0, patch: 4 },
      serverId: "5A3DB0C8D1E84C0F",
      name: "Latchkey Demo Server",
    });
  },
);

verifies("system:info:server", "any number of callers cause one sign-in to the server in ten minutes", async () => {
  const before = home.sandbox.counters.adminLogins;
  await home.turn(11 * 60_000);
  await Promise.all(Array.from({ length: 20 }, info));
  await home.settle();
  await Promise.all(Array.from({ length: 20 }, info));
  await home.settle();
  // The sample of the license, which no caller causes, signs in by itself every 15 minutes.
  expect(home.sandbox.counters.adminLogins - before).toBeGreaterThan(0);
  expect(home.sandbox.counters.adminLogins - before).toBeLessThanOrEqual(2);
});

verifies(
  "system:info:server",
  "a stored account that is rejected isn't used for an hour, and known values stay",
  async () => {
    home.sandbox.faults.set({ kind: "wrongPassword" });
    await home.turn(11 * 60_000);
    const before = home.sandbox.counters.failedAdminLogins;
    for (let count = 0; count < 5; count += 1) {
      await info();
      await home.settle();
      await home.turn(11 * 60_000);
    }
    expect(home.sandbox.counters.failedAdminLogins - before).toBe(1);
    expect((await info()).FileMakerServer.serverId).toBe("5A3DB0C8D1E84C0F");
  },
);

verifies("system:info:server", "an unavailable server is reported as not running, without an error", async () => {
  home.sandbox.faults.set({ kind: "stopped" });
  await home.turn(5_000);
  expect((await info()).FileMakerServer.fmsRunning).toBe(false);
  home.sandbox.faults.set({ kind: "reset" });
  await home.turn(5_000);
  expect((await info()).FileMakerServer.fmsRunning).toBe(false);
  await home.settle();
});

verifies("system:info:server", "concurrent requests share one check of FileMaker Server", async () => {
  await home.turn(5_000);
  const { calls } = home.sandbox.counters;
  await Promise.all(Array.from({ length: 20 }, info));
  expect(home.sandbox.counters.calls - calls).toBe(1);
});
