import { afterAll, expect } from "vitest";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { call } from "../support/http/call.ts";
import { wireUpstream } from "../support/http/wire-upstream.ts";
import { devAws } from "../support/programs/dev-aws.ts";
import { adminAccount } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { contractSuite } from "./contract-suite.ts";
import { expectedDifferences } from "./expected-differences.ts";

const [upstream, sandbox] = [await wireUpstream(), await startServer()];
const stage = await devAws({
  command: ["npx", "serverless", "offline"],
  environment: { FMS_URL: upstream.origin, FMS_ADMIN_URL: sandbox.origin },
});
afterAll(async () => {
  await stage.stop();
  await sandbox.close();
  await upstream.close();
});

const made = await call(stage.baseUrl, "POST", "/svc/api/api-key", {
  headers: { Authorization: adminAccount },
  json: { databases: ["Wire.fmp12"], label: "contract", user: "api", pass: "demo-pass" },
});
contractSuite({ baseUrl: stage.baseUrl, key: made.body.response.key, upstream }, expectedDifferences);

verifies("runtime:aws:offline", async () => {
  expect(stage.isAlive()).toBe(true);
  await stage.stop();
  expect([stage.isAlive(), stage.leftBehind()]).toEqual([false, []]);
});
