import { afterAll, expect } from "vitest";
import { house } from "../support/house.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";

const home = await house({ environment: { FMSADMIN_TIMEOUT_IN_SEC: "600" } });
afterAll(() => home.stop());

const orders = () => home.sandbox.world.database("Orders")?.status;

verifies("files:state:timeout", "an answer that may wait longer than people have to leave tells the end", async () => {
  const closing = home.admin("POST", "/svc/api/fm-file/close", { files: ["Orders"], message: "Please leave." });
  await until(() => orders() === "CLOSING");
  await home.turn(60_000);
  expect(orders()).toBe("CLOSING");
  await home.turn(31_000);
  const answer = await closing;
  expect(answer.status).toBe(200);
  expect(answer.body.response).toMatchObject({ ok: true, files: [{ outcome: "done", state: "closed" }] });
});
