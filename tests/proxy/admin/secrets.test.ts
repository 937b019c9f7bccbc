import { afterAll, expect } from "vitest";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const base = "/svc/fmi/admin/v2";

verifies("proxy:admin:secrets", async () => {
  const key = await service.anAdminKey();
  const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
  const token = (await service.raw("POST", `${base}/user/auth`, { key })).body.response.token as string;
  const account = { headers: { Authorization: basicAuth("admin", "admin-pass") } };
  const native = (await service.raw("POST", `${base}/user/auth`, account)).body.response.token as string;
  await service.raw("GET", `${base}/databases?apiKey=${key}`);
  for (const secret of [token, native]) {
    await service.raw("GET", `${base}/databases`, bearer(secret));
    await service.raw("DELETE", `${base}/USER/%61uth/${secret}/more`, bearer(secret));
    await service.raw("DELETE", `${base}/user/auth/${secret}`);
    service.sandbox.faults.set({ kind: "stopped" });
    await service.raw("DELETE", `${base}/user/auth/${secret}`);
    service.sandbox.faults.clear();
  }
  service.sandbox.faults.set({ kind: "wrongPassword" });
  await service.turn(20 * 60_000);
  await service.raw("GET", `${base}/databases`, { key });
  service.sandbox.faults.clear();
  const logs = await service.logs();
  expect(logs).toContain("/fmi/admin/v2/user/auth/…");
  const [, payload = "", signature = ""] = native.split(".");
  for (const secret of [token, native, payload, signature, key, "admin-pass", account.headers.Authorization.slice(6)])
    expect(logs).not.toContain(secret);
});

verifies(
  "proxy:admin:secrets",
  "tokens of pooled sessions are stored encrypted, and tokens of logins not at all",
  async () => {
    const key = await service.anAdminKey();
    const { token } = (await service.raw("POST", `${base}/user/auth`, { key })).body.response;
    const rows = JSON.stringify(await service.rows());
    expect(rows).not.toContain(token);
    expect(rows).not.toContain("admin-pass");
    expect(rows).not.toContain("eyJ");
  },
);
