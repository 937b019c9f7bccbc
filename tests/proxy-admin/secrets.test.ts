import { afterAll, expect } from "vitest";
import { basicAuth, house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";

const home = await house();
afterAll(() => home.stop());

const base = "/svc/fmi/admin/v2";

verifies("proxy:admin:secrets", async () => {
  const key = await home.anAdminKey();
  const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
  const token = (await home.raw("POST", `${base}/user/auth`, { key })).body.response.token as string;
  const account = { headers: { Authorization: basicAuth("admin", "admin-pass") } };
  const native = (await home.raw("POST", `${base}/user/auth`, account)).body.response.token as string;
  await home.raw("GET", `${base}/databases?apiKey=${key}`);
  for (const secret of [token, native]) {
    await home.raw("GET", `${base}/databases`, bearer(secret));
    await home.raw("DELETE", `${base}/USER/%61uth/${secret}/more`, bearer(secret));
    await home.raw("DELETE", `${base}/user/auth/${secret}`);
    home.sandbox.faults.set({ kind: "stopped" });
    await home.raw("DELETE", `${base}/user/auth/${secret}`);
    home.sandbox.faults.clear();
  }
  home.sandbox.faults.set({ kind: "wrongPassword" });
  await home.turn(20 * 60_000);
  await home.raw("GET", `${base}/databases`, { key });
  home.sandbox.faults.clear();
  const logs = await home.logs();
  expect(logs).toContain("/fmi/admin/v2/user/auth/…");
  const [, payload = "", signature = ""] = native.split(".");
  for (const secret of [token, native, payload, signature, key, "admin-pass", account.headers.Authorization.slice(6)])
    expect(logs).not.toContain(secret);
});

verifies(
  "proxy:admin:secrets",
  "tokens of pooled sessions are stored sealed, and tokens of logins not at all",
  async () => {
    const key = await home.anAdminKey();
    const { token } = (await home.raw("POST", `${base}/user/auth`, { key })).body.response;
    const rows = JSON.stringify(await home.rows());
    expect(rows).not.toContain(token);
    expect(rows).not.toContain("admin-pass");
    expect(rows).not.toContain("eyJ");
  },
);
