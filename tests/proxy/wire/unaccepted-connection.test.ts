import { createServer } from "node:net";
import { afterAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

// It accepts the connection and never starts TLS, so there is never a connection to send on.
const silent = createServer(() => {});
await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
const address = silent.address();
const port = typeof address === "object" ? address?.port : undefined;
const service = await testService({ dataApiUrl: `https://127.0.0.1:${port}`, connectTimeoutMs: 50 });
afterAll(async () => {
  await service.stop();
  silent.close();
});

verifies("proxy:upstream:connect-timeout", async () => {
  const json = { databases: ["Wire.fmp12"], label: "x", user: "api", pass: "demo-pass" };
  expect(await service.admin("POST", "/svc/api/api-key", json)).toRefuseWith("upstream_timeout");
  expect((await service.raw("GET", "/svc/readyz")).body.checks.fileMakerServer.text).toContain("upstream_timeout");
});
