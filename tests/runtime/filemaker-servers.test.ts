import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { rootCertificates } from "node:tls";
import { expect, onTestFinished } from "vitest";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { empty, wireUpstream } from "../support/http/wire-upstream.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const certificates = new URL("../support/certificates/", import.meta.url);
const certificateFile = new URL("certificate.pem", certificates).pathname;
const tls = {
  cert: readFileSync(certificateFile, "utf8"),
  key: readFileSync(new URL("key.pem", certificates), "utf8"),
};

verifies("runtime:settings:fms-url", async () => {
  const server = await startServer();
  const service = await testService({ environment: { FMS_URL: server.origin } });
  const key = await service.aKey();
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  expect(server.counters.byOperation.getRecords).toBe(1);
  expect(service.sandbox.counters.calls + service.sandbox.counters.adminCalls).toBe(0);
  await service.stop();
  await server.close();
});

verifies("runtime:settings:admin-url", async () => {
  const adminServer = await startServer();
  const service = await testService({ environment: { FMS_ADMIN_URL: adminServer.origin } });
  await service.anAdminKey();
  const key = await service.aKey();
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  expect([adminServer.counters.adminLogins > 0, adminServer.counters.calls]).toEqual([true, 0]);
  expect([service.sandbox.counters.adminCalls, service.sandbox.counters.logins > 0]).toEqual([0, true]);
  await service.stop();
  await adminServer.close();
});

verifies("runtime:settings:admin-url", "without it, the Admin API is called at FMS_URL", async () => {
  const service = await testService();
  await service.anAdminKey();
  expect(service.sandbox.counters.adminLogins).toBeGreaterThan(0);
  await service.stop();
});

verifies("runtime:settings:ca-file", async () => {
  // The certificate is for fms.example.test: with PREVENT_DAPI_CALLOUT, name and address can differ.
  const server = await startServer({ tls });
  const environment = {
    FMS_URL: "https://fms.example.test",
    FMS_LOOPBACK_URL: server.origin,
    PREVENT_DAPI_CALLOUT: "true",
  };
  const trusting = await testService({ environment: { ...environment, FMS_CA_FILE: certificateFile } });
  expect((await trusting.raw("GET", "/svc/readyz")).body.checks.fileMakerServer.ok).toBe(true);
  await trusting.stop();
  const doubting = await testService({ environment });
  expect((await doubting.raw("GET", "/svc/readyz")).body.checks.fileMakerServer).toEqual({
    ok: false,
    text: expect.stringMatching(/its certificate isn't trusted.*FMS_CA_FILE/),
  });
  expect(server.counters.calls).toBe(1);
  await doubting.stop();
  await server.close();
});

verifies("runtime:settings:ca-file", "in addition to the certificates that are trusted anyway", async () => {
  const service = await testService({ environment: { FMS_CA_FILE: certificateFile } });
  const { readTrust } = await import("../../local-runtime/setting-files.ts");
  const { readLocalSettings } = await import("../../functions/settings/local.ts");
  const trust = readTrust(readLocalSettings({ FMS_CA_FILE: certificateFile }));
  expect(trust).toEqual(expect.arrayContaining([tls.cert, rootCertificates[0]]));
  expect(readTrust(readLocalSettings({}))).toBeUndefined();
  await service.stop();
});

verifies("runtime:settings:loopback-url", async () => {
  const loopback = await wireUpstream();
  loopback.answers(empty);
  const service = await testService({
    environment: {
      FMS_URL: "http://fms.example.test",
      FMS_LOOPBACK_URL: loopback.origin,
      PREVENT_DAPI_CALLOUT: "true",
    },
  });
  const json = { databases: ["Wire.fmp12"], user: "api", pass: "demo-pass" };
  const made = await service.raw("POST", "/svc/api/api-key/create-only", { json });
  const path = "/svc/fmi/data/v1/databases/Wire/layouts/L/records";
  expect(await service.raw("GET", path, { key: made.body.response.key })).toSucceed();
  // The server is called by its public name.
  expect(loopback.calls.at(-1)?.rawHeaders.join("\n")).toContain("host\nfms.example.test");
  await service.stop();
  await loopback.close();
});

verifies("runtime:settings:loopback-url", "there the certificate is checked against the name in FMS_URL", async () => {
  let asked = 0;
  const server = createServer(tls, (request, response) => {
    if (request.url?.startsWith("/fmi/data/")) asked += 1;
    response.end(JSON.stringify({ response: {}, messages: [{ code: "0" }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  for (const [FMS_URL, trusted] of [
    ["https://other.example.test", false],
    ["https://fms.example.test", true],
  ] as const) {
    const home = await testService({
      environment: {
        FMS_URL,
        FMS_LOOPBACK_URL: `https://127.0.0.1:${port}`,
        PREVENT_DAPI_CALLOUT: "true",
        FMS_CA_FILE: certificateFile,
      },
    });
    expect((await home.raw("GET", "/svc/readyz")).body.checks.fileMakerServer.ok, FMS_URL).toBe(trusted);
    await home.stop();
  }
  expect(asked).toBe(1);
});
