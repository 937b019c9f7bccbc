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
