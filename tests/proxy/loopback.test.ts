import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { selfSignedCertificate } from "../../sandbox/fmserver/certificate.ts";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { basicAuth, type TestService, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

// A host name without a server: a call to it instead of the loopback address would fail.
const publicName = "fms.example.test";
const tls = selfSignedCertificate({ now: Date.now(), names: [publicName] });
const caFile = join(tmpdir(), `latchkey-loopback-${process.pid}.pem`);
writeFileSync(caFile, tls.cert);

/** Separate Admin API, so that only the Data API uses the address under test. */
const admin = await startServer();
const server = await startServer({ tls });
const settings = {
  PREVENT_DAPI_CALLOUT: "true",
  FMS_LOOPBACK_URL: server.origin,
  FMS_ADMIN_URL: admin.origin,
  FMS_CA_FILE: caFile,
};

/** Calls `act` with a service whose FileMaker Server has this public address. */
async function at<T>(fmsUrl: string, act: (service: TestService) => Promise<T>): Promise<T> {
  const service = await testService({ environment: { ...settings, FMS_URL: fmsUrl } });
  try {
    return await act(service);
  } finally {
    await service.stop();
  }
}
afterAll(() => Promise.all([server.close(), admin.close()]));

verifies("proxy:callout:data-api", async () => {
  await at(`https://${publicName}`, async (home) => {
    const key = await home.aKey();
    const before = { ...server.counters };
    expect(await home.raw("GET", recordsPath(), { key })).toSucceed();
    expect(await home.raw("GET", "/svc/fmi/data/vLatest/databases", { key })).toSucceed();
    const headers = { Authorization: basicAuth("apiKey", key) };
    const login = await home.raw("POST", "/svc/fmi/data/v1/databases/Contacts/sessions", { headers, json: {} });
    expect(login).toSucceed();
    expect(server.counters.logins - before.logins).toBe(1);
    expect(server.counters.calls - before.calls).toBe(3);
  });
});

verifies("proxy:odata:callout", async () => {
  await at(`https://${publicName}`, async (home) => {
    const key = await home.aKey({ isOData: true });
    const answer = await home.raw("GET", "/svc/fmi/odata/v4/Contacts/Contacts?$top=1", { key });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).toContain(`${home.baseUrl}/svc/fmi/odata/v4/Contacts/`);
    expect(answer.text).not.toContain(publicName);
  });
});

verifies("proxy:container:rewritten", "URLs contain the public name, even if another address was called", async () => {
  await at(`https://${publicName.toUpperCase()}`, async (home) => {
    const key = await home.aKey();
    const { body } = await home.raw("GET", recordsPath(), { key });
    const address: string = body.response.data[0].fieldData.photo;
    expect(address).toMatch(new RegExp(`^${home.baseUrl}/svc/fmi/streaming/MainDB/`));
    const answer = await home.raw("GET", address.slice(home.baseUrl.length));
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe(address);
  });
});

verifies("proxy:callout:certificate", async () => {
  const outcomes = new Map<string, number>();
  for (const name of [publicName, "127.0.0.1", "other.example.test"]) {
    await at(`https://${name}`, async (home) => {
      const body = { databases: ["Contacts"], label: "test", user: "api", pass: "demo-pass" };
      outcomes.set(name, (await home.admin("POST", "/svc/api/api-key", body)).status);
    });
  }
  expect(Object.fromEntries(outcomes)).toEqual({ [publicName]: 200, "127.0.0.1": 502, "other.example.test": 502 });
});

test("without the setting, the public name is called and the loopback address isn't", async () => {
  const home = await testService({ environment: { FMS_LOOPBACK_URL: server.origin } });
  const { calls } = server.counters;
  expect(await home.raw("GET", recordsPath(), { key: await home.aKey() })).toSucceed();
  await home.stop();
  expect(server.counters.calls).toBe(calls);
});
