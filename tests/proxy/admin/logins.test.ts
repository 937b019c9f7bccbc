import { generateKeyPairSync, sign } from "node:crypto";
import { afterAll, beforeEach, expect } from "vitest";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
beforeEach(() => service.sandbox.faults.clear());

const minutes = 60_000;
const base = "/svc/fmi/admin/api/v2";
const databases = `${base}/databases`;
const logIn = (Authorization: string, path = `${base}/user/auth`) =>
  service.raw("POST", path, { headers: { Authorization, "Content-Type": "application/json" }, body: "" });
const logOut = (token: string, path = `${base}/user/auth`) => service.raw("DELETE", `${path}/${token}`);
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

verifies("proxy:admin:login-key", async () => {
  const key = await service.anAdminKey();
  const answer = await logIn(`Bearer ${key}`);
  expect(answer).toSucceed();
  expect(answer.body.messages).toEqual([{ code: "0", text: "OK" }]);
  const { token } = answer.body.response;
  expect(token).toMatch(/^[0-9a-f]{52}$/);
  expect(await service.raw("GET", databases, bearer(token))).toSucceed();
  const gone = await logOut(token);
  expect(gone.text).toBe('{"response":{},"messages":[{"code":"0","text":"OK"}]}');
  expect(await service.raw("GET", databases, bearer(token))).toRefuseLikeAdminApi("admin_session_unknown");
  expect(await logOut(token)).toRefuseLikeAdminApi("admin_session_unknown");
});

verifies(
  "proxy:admin:login-key",
  "in every spelling of the path that the server would accept, and without a session of its own",
  async () => {
    const key = await service.anAdminKey();
    await service.raw("GET", databases, { key });
    const { adminLogins } = service.sandbox.counters;
    for (const path of ["/svc/fmi/admin/v2/user/auth", `${base}/user/auth/`, `${base}/USER/%61uth`]) {
      const { token } = (await logIn(`Bearer ${key}`, path)).body.response;
      expect(await service.raw("GET", databases, bearer(token))).toSucceed();
      expect(await logOut(token, path.replace(/\/$/, ""))).toSucceed();
    }
    expect(service.sandbox.counters.adminLogins).toBe(adminLogins);
  },
);

verifies("proxy:admin:login-key", "a token isn't accepted for another login, or for another API", async () => {
  const key = await service.anAdminKey();
  const { token } = (await logIn(`Bearer ${key}`)).body.response;
  expect(await logIn(`Bearer ${token}`)).toRefuseLikeAdminApi("key_unknown");
  const records = "/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/records";
  expect(await service.raw("GET", records, bearer(token))).toRefuseLikeFileMaker("session_unknown");
  const dataLogin = { headers: { Authorization: basicAuth("apiKey", await service.aKey()) }, json: {} };
  const data = await service.raw("POST", "/svc/fmi/data/vLatest/databases/Contacts/sessions", dataLogin);
  expect(await service.raw("GET", databases, bearer(data.body.response.token))).toRefuseLikeAdminApi(
    "admin_session_unknown",
  );
});

verifies("proxy:admin:login-key", "an invalid key gets no token", async () => {
  expect(await logIn("Bearer ak_nothing")).toRefuseLikeAdminApi("key_unknown");
  expect(await service.raw("POST", `${base}/user/auth`)).toRefuseLikeAdminApi("admin_credential_missing");
});

verifies("proxy:admin:login-idle", async () => {
  const key = await service.anAdminKey();
  const { token } = (await logIn(`Bearer ${key}`)).body.response;
  for (let times = 0; times < 2; times += 1) {
    await service.turn(14 * minutes);
    expect(await service.raw("GET", databases, bearer(token))).toSucceed();
    await service.settle();
  }
  await service.turn(15 * minutes);
  expect(await service.raw("GET", databases, bearer(token))).toRefuseLikeAdminApi("admin_session_unknown");
});

verifies("proxy:admin:login-idle", "a token expires with its key, and survives a restart", async () => {
  const key = await service.anAdminKey();
  const { token } = (await logIn(`Bearer ${key}`)).body.response;
  await service.restart();
  expect(await service.raw("GET", databases, bearer(token))).toSucceed();
  await service.admin("DELETE", `/svc/api/admin-api-key/${key}`);
  expect(await service.raw("GET", databases, bearer(token))).toRefuseLikeAdminApi("admin_session_unknown");
});

verifies("proxy:admin:login-account", async () => {
  const answer = await logIn(basicAuth("admin", "admin-pass"));
  expect(answer).toSucceed();
  const { token } = answer.body.response;
  expect(token.split(".")).toHaveLength(3);
  const { adminLogins, adminLogouts } = service.sandbox.counters;
  expect(await service.raw("GET", databases, bearer(token))).toSucceed();
  expect(service.sandbox.counters.adminLogins).toBe(adminLogins);
  expect(await logOut(token)).toSucceed();
  expect(service.sandbox.counters.adminLogouts).toBe(adminLogouts + 1);
  const dead = await service.raw("GET", databases, bearer(token));
  expect([dead.status, dead.body.messages[0].code]).toEqual([401, "952"]);
});

verifies("proxy:admin:login-account", "a wrong one is rejected in the server's own words", async () => {
  const answer = await logIn(basicAuth("nobody", "wrong"));
  expect([answer.status, answer.body.messages[0].code]).toEqual([401, "212"]);
  const bare = await service.raw("POST", `${base}/user/auth`, { headers: { Authorization: "Basic eA==" } });
  expect(bare).toRefuseLikeAdminApi("account_refused");
});

verifies("proxy:admin:login-pki", async () => {
  const key = await service.anAdminKey();
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const name = "automation";
  const registered = await service.raw("POST", `${base}/server/config/pkipublickey`, {
    key,
    json: { name, publicKey: publicKey.export({ type: "spki", format: "pem" }) },
  });
  expect(registered).toSucceed();
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(service.clock.now() / 1000) + 600;
  const head = `${part({ alg: "RS256", typ: "JWT" })}.${part({ iss: name, aud: "fmsadminapi", exp })}`;
  const jwt = `${head}.${sign("sha256", Buffer.from(head), privateKey).toString("base64url")}`;

  const { token } = (await logIn(`PKI ${jwt}`)).body.response;
  expect(await service.raw("GET", databases, bearer(token))).toSucceed();
  expect(await logOut(token)).toSucceed();
  const forged = await logIn(`PKI ${head}.AAAA`);
  expect([forged.status, forged.body.messages[0].code]).toEqual([401, "1703"]);
  // On other paths, each such call would open a session that is never ended.
  const elsewhere = await service.raw("GET", databases, { headers: { Authorization: `PKI ${jwt}` } });
  expect(elsewhere).toRefuseLikeAdminApi("authorization_unsupported");
});
