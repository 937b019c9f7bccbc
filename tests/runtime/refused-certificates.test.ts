import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect } from "vitest";
import { adminCalls } from "../../local-agent/server/admin-calls.ts";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const certificateFile = fileURLToPath(new URL("../support/certificates/certificate.pem", import.meta.url));
const cert = readFileSync(certificateFile, "utf8");
const key = readFileSync(new URL("../support/certificates/key.pem", import.meta.url), "utf8");
const fingerprint = new X509Certificate(cert).fingerprint256;
const server = await startServer({ tls: { cert, key } });
afterAll(() => server.close());

const untrusted = /its certificate isn't trusted\. .*FMS_CA_FILE.* \([A-Z_]+\)/;

verifies(
  "runtime:tls:distrust",
  "a private authority: in answers, readyz and the agent, in the same words",
  async () => {
    const service = await testService({ environment: { FMS_URL: server.origin } });
    const answer = await service.admin("POST", "/svc/api/prerequisites", {});
    expect(answer).toRefuseWith("certificate_refused");
    expect(answer.body.messages[0].text).toMatch(untrusted);
    const { checks } = (await service.raw("GET", "/svc/readyz")).body;
    expect(checks.fileMakerServer).toEqual({ ok: false, text: expect.stringMatching(untrusted) });
    const refused = { ok: null, text: "unknown: the certificate was refused" };
    expect([checks.webServer, checks.dataApi, checks.adminApi]).toEqual([refused, refused, refused]);
    // The console shows it on the sign-in page and above all pages.
    const { FileMakerServer } = (await service.raw("GET", "/svc/api/info")).body.response;
    expect(FileMakerServer.trouble).toMatch(untrusted);
    expect(FileMakerServer.parts.webServer).toBe("unknown");
    await service.stop();
    const asking = adminCalls(server.origin)("POST", "/user/auth", "Basic eDp5", {});
    await expect(asking).rejects.toThrow(untrusted);
  },
);

verifies("runtime:tls:distrust", "another name: with the names in the certificate", async () => {
  const service = await testService({ environment: { FMS_URL: server.origin, FMS_CA_FILE: certificateFile } });
  const answer = await service.admin("POST", "/svc/api/prerequisites", {});
  expect(answer).toRefuseWith("certificate_refused");
  expect(answer.body.messages[0].text).toContain("is for fms.example.test");
  expect(answer.body.messages[0].text).toContain("not for 127.0.0.1. Use a name of the certificate in FMS_URL");
  await service.stop();
});

verifies("runtime:tls:distrust", "an agent that gets no answer says why", async () => {
  const closed = await startServer({});
  await closed.close();
  const asking = adminCalls(closed.origin)("POST", "/user/auth", "Basic eDp5", {});
  await expect(asking).rejects.toThrow(/does not respond at http:\/\/.*: the connection was refused \(ECONNREFUSED\)/);
});

verifies("runtime:tls:distrust", "all problems of a certificate at once, in calls and in the agent", async () => {
  const everything = [
    /its certificate isn't trusted\. It is self-signed: .* set FMS_CA_FILE/,
    /Another problem: it is for fms\.example\.test, not for 127\.0\.0\.1\. Use a name of the certificate in FMS_URL/,
    /\(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
  ];
  const service = await testService({ environment: { FMS_URL: server.origin } });
  const answer = await service.admin("POST", "/svc/api/prerequisites", {});
  const { checks } = (await service.raw("GET", "/svc/readyz")).body;
  await service.stop();
  const refusal = await adminCalls(server.origin)("POST", "/user/auth", "Basic eDp5", {}).catch(String);
  for (const text of [answer.body.messages[0].text, checks.fileMakerServer.text, refusal])
    for (const part of everything) expect(text).toMatch(part);
});

verifies("runtime:tls:pinned", async () => {
  const pinned = { FMS_URL: server.origin, FMS_CERT_SHA256: fingerprint };
  const service = await testService({ environment: pinned });
  expect((await service.raw("GET", "/svc/readyz")).body.checks.fileMakerServer.ok).toBe(true);
  const { points } = (await service.admin("POST", "/svc/api/prerequisites", {})).body.response;
  expect(points.filter(({ id }: { id: string }) => id.startsWith("certificate"))).toEqual([
    expect.objectContaining({
      id: "certificate_valid",
      state: "warning",
      text: expect.stringMatching(/FMS_CERT_SHA256/),
    }),
  ]);
  await service.stop();
  const byAgent = adminCalls(server.origin, undefined, fingerprint);
  expect(await byAgent("POST", "/user/auth", "Basic eDp5", {})).toMatchObject({ code: "212" });
});

verifies("runtime:tls:pinned", "another certificate is refused, and nothing is sent to it", async () => {
  const other = fingerprint.replace(/^../, (start) => (start === "00" ? "11" : "00"));
  const calls = () => server.counters.calls + server.counters.adminCalls;
  const before = calls();
  // A pinned certificate is checked even if its authority is trusted.
  const environment = { FMS_URL: server.origin, FMS_CERT_SHA256: other, FMS_CA_FILE: certificateFile };
  const service = await testService({ environment });
  const answer = await service.admin("POST", "/svc/api/prerequisites", {});
  expect(answer).toRefuseWith("certificate_refused");
  const refusal = /its certificate isn't the one in FMS_CERT_SHA256\. Its SHA-256 fingerprint is ([0-9A-F:]{95})/;
  expect(answer.body.messages[0].text.match(refusal)?.[1]).toBe(fingerprint);
  await service.stop();
  const byAgent = adminCalls(server.origin, undefined, other)("POST", "/user/auth", "Basic eDp5", {});
  await expect(byAgent).rejects.toThrow(refusal);
  expect(calls()).toBe(before);
});
