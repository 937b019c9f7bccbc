import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
const read = () => service.admin("GET", "/svc/api/settings/serverPrefs");

verifies("system:server-preferences:read", async () => {
  const { settings } = service.sandbox.world.server;
  const { serverId } = (await service.admin("GET", "/svc/api/info")).body.response.FileMakerServer;
  const before = (await read()).body.response;
  expect(before).toMatchObject({ UseOtherDatabaseRoot: false, DatabaseRootPath: "", UseDatabaseRoot1_RC: false });
  settings.additionalFolder.UseOtherDatabaseRoot = true;
  settings.additionalFolder.DatabaseRootPath = "filelinux:/data/more/";
  expect((await read()).body.response).toEqual({
    ...before,
    UseOtherDatabaseRoot: true,
    DatabaseRootPath: "filelinux:/data/more/",
    BackupPath: settings.folders.backupPath,
    ServerGUID: expect.stringMatching(/./),
  });
  expect(serverId === "" || serverId === before.ServerGUID).toBe(true);
});

verifies("system:server-preferences:read", "with an Admin API Key too, and with no other credential", async () => {
  const adminKey = await service.anAdminKey();
  const path = "/svc/api/settings/serverPrefs";
  expect(await service.raw("GET", path, { key: adminKey })).toSucceed();
  expect(await service.raw("GET", path)).toRefuseWith("unauthenticated");
  service.sandbox.faults.set({ kind: "stopped" });
  expect(await service.raw("GET", path, { key: adminKey })).toRefuseWith("upstream_unreachable");
  service.sandbox.faults.clear();
});
