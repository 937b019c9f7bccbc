import { afterAll, expect } from "vitest";
import { finalProcess } from "../processes/support/final-process.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aScriptServer, counted } from "./support/a-script-server.ts";

const service = await testService({
  sandbox: { world: aScriptServer() },
  decorate: (platform) => ({ ...platform, answerMs: 0 }),
});
afterAll(() => service.stop());

const file = { name: "Tasks.fmp12", user: "script-runner", password: "canary-of-the-script" };

verifies("server:script:unfinished", async () => {
  const { status, body } = await service.admin("POST", "/svc/api/script/run-via-schedule", {
    file,
    script: { name: "Count" },
  });
  expect(status).toBe(200);
  expect(body.response).toMatchObject({ lastError: -1, ok: false, isRunning: true });
  const ended = await finalProcess(service, body.response.processId);
  expect(ended.state).toBe("done");
  await until(() => counted(service) === 1);
  expect(service.sandbox.world.server.schedules.size).toBe(0);
});

verifies(
  "server:process:changed",
  "a request that can't wait for the end says so, and its process has the result",
  async () => {
    const { body } = await service.admin("POST", "/svc/api/fms-process", { command: "restart", service: "server" });
    expect(body.response).toMatchObject({ ok: false, isRunning: true, text: "Running." });
    const ended = await finalProcess(service, body.response.processId);
    expect(ended.state).toBe("done");
    expect(service.sandbox.world.server.running).toBe(true);
  },
);
