import { afterAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { until } from "../../support/until.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService({ environment: { FMSADMIN_TIMEOUT_IN_SEC: "600" } });
afterAll(() => service.stop());

const orders = () => service.sandbox.world.database("Orders")?.status;

verifies("files:state:timeout", "a response that can wait longer than the grace period reports the end", async () => {
  const closing = service.admin("POST", "/svc/api/fm-file/close", { files: ["Orders"], message: "Please leave." });
  await until(() => orders() === "CLOSING");
  await service.turn(60_000);
  expect(orders()).toBe("CLOSING");
  await service.turn(31_000);
  const answer = await closing;
  expect(answer.status).toBe(200);
  expect(answer.body.response).toMatchObject({ ok: true, files: [{ outcome: "done", state: "closed" }] });
});
