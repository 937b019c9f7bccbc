import { generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { type Admin, API, anAdmin, aWorld } from "./support/an-admin.ts";

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const publicKey = pair.publicKey.export({ type: "spki", format: "pem" }).toString();
const now = Date.UTC(2026, 10, 20, 8, 30, 0);
const clock = { now: () => now };
const inAnHour = now / 1000 + 3600;
const good = { iss: "agent", aud: "fmsadminapi", exp: inAnHour };

function jwt(claims: object, header: object = { alg: "RS256", typ: "JWT" }, privateKey = pair.privateKey): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
}

function signInWith({ server }: Admin, token: string) {
  return server.ask("POST", `${API}/user/auth`, { headers: { authorization: `PKI ${token}` } });
}

async function withKey(): Promise<Admin> {
  return anAdmin(aWorld({ admin: { pkiKeys: [{ name: "agent", publicKey }] } }), { clock });
}

test("a registered key signs in with its own token, and the session can do everything", async () => {
  const admin = await anAdmin(aWorld(), { clock });
  expect((await admin.call("POST", "/server/config/pkipublickey", { name: "agent", publicKey })).code).toBe("0");
  const answer = await signInWith(admin, jwt(good));
  expect(answer).toMatchObject({ status: 200, code: "0" });
  const list = await admin.call("GET", "/databases", undefined, { token: String(answer.response.token) });
  expect(list.code).toBe("0");
  expect((await admin.call("GET", "/server/config/pkipublickey")).response.pkiPublicKey).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "agent",
      publicKey,
      dateAdded: "2026-11-20T08:30:00.000Z",
      lastAccessed: "2026-11-20T08:30:00.000Z",
    },
  ]);
});

test("on any other endpoint it opens a session too, whose token is returned in a header", async () => {
  const admin = await withKey();
  const headers = { authorization: `PKI ${jwt({ ...good, aud: ["fmsadminapi"] })}` };
  const answer = await admin.server.ask("GET", `${API}/databases`, { headers });
  const token = answer.headers.get("x-fm-access-token") ?? "";
  expect((await admin.call("GET", "/databases", undefined, { token })).code).toBe("0");
});

const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
test.each([
  ["of an unknown key", jwt({ ...good, iss: "unknown" })],
  ["of a name in different case", jwt({ ...good, iss: "Agent" })],
  ["for another audience", jwt({ ...good, aud: "fmdapi" })],
  ["that has expired", jwt({ ...good, exp: now / 1000 })],
  ["without an expiration", jwt({ iss: "agent", aud: "fmsadminapi" })],
  ["that isn't valid yet", jwt({ ...good, nbf: inAnHour })],
  ["signed with another key", jwt(good, undefined, other)],
  ["with another algorithm", jwt(good, { alg: "HS256", typ: "JWT" })],
  ["with no algorithm", jwt(good, { alg: "none" })],
  ["that isn't a token", "three.little.words"],
  ["with a part too many", `${jwt(good)}.x`],
])("a token %s is rejected with 401 and 1703", async (_what, token) => {
  const admin = await withKey();
  expect(await signInWith(admin, token)).toMatchObject({ status: 401, code: "1703" });
  expect(admin.server.counters).toMatchObject({ failedAdminLogins: 1 });
});

test("a deleted key can't sign in anymore", async () => {
  const admin = await withKey();
  expect((await admin.call("DELETE", "/server/config/pkipublickey", { names: ["agent"] })).code).toBe("0");
  expect(await signInWith(admin, jwt(good))).toMatchObject({ status: 401, code: "1703" });
});

test("a key can be replaced under its name", async () => {
  const admin = await withKey();
  const next = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = next.publicKey.export({ type: "spki", format: "pem" }).toString();
  expect((await admin.call("PATCH", "/server/config/pkipublickey", { name: "agent", publicKey: pem })).code).toBe("0");
  expect((await signInWith(admin, jwt(good))).code).toBe("1703");
  expect((await signInWith(admin, jwt(good, undefined, next.privateKey))).code).toBe("0");
});

const curve = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey;
test.each([
  ["POST", { name: "agent", publicKey }, 400, "1708"],
  ["POST", { name: "new", publicKey: "no key" }, 400, "1708"],
  ["POST", { name: "new", publicKey: curve.export({ type: "spki", format: "pem" }).toString() }, 400, "1708"],
  ["POST", { name: "new" }, 400, "1707"],
  ["PATCH", { name: "nobody", publicKey }, 404, "1700"],
  ["DELETE", { names: ["agent", "nobody"] }, 404, "1700"],
  ["DELETE", {}, 400, "1707"],
])("%s with %j is rejected with %i and %s, and the key stays", async (method, body, status, code) => {
  const admin = await withKey();
  expect(await admin.call(method, "/server/config/pkipublickey", body)).toMatchObject({ status, code });
  expect((await signInWith(admin, jwt(good))).code).toBe("0");
});
