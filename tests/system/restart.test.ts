import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

let restarts = 0;
const service = await testService({
  restart() {
    restarts += 1;
  },
});
const fixed = await testService();
afterAll(async () => {
  await service.stop();
  await fixed.stop();
});

verifies("system:restart:refused", async () => {
  expect(await service.raw("POST", "/svc/api/restart", { json: {} })).toRefuseWith("unauthenticated");
  const key = await service.aKey();
  expect(await service.raw("POST", "/svc/api/restart", { key, json: {} })).toRefuseWith("wrong_kind_of_key");
  expect(restarts).toBe(0);
  expect((await service.admin("POST", "/svc/api/restart")).body.response).toMatchObject({ ok: true });
  expect(restarts).toBe(1);
  const { entries } = (await service.admin("GET", "/svc/api/audit")).body.response;
  expect(entries[0]).toMatchObject({ action: "restartService", objects: ["service"], outcome: "done" });
});

verifies("system:restart:refused", "a service that nothing would restart keeps running", async () => {
  const answer = await fixed.admin("POST", "/svc/api/restart", {});
  expect(answer.body.response).toMatchObject({ ok: false, message: expect.stringContaining("can't restart itself") });
  expect((await fixed.raw("GET", "/svc/healthz")).status).toBe(200);
});
