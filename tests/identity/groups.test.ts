import { createPublicKey, hash, verify } from "node:crypto";
import { afterAll, beforeEach, expect, onTestFinished } from "vitest";
import { StoreUnavailable } from "#shared/ports/table.ts";
import type { Platform } from "../../functions/platform.ts";
import { demoDirectory } from "../../sandbox/google/directory.ts";
import { newestEntry } from "../support/audit-trail.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aGoogle } from "./support/a-google.ts";

/** Returns this number of groups, each with this one member. */
const groupsWith = (member: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`g${at}-of-${member}`, [member]] as const));
const verified = (name: string) => ({ sub: name, email: `${name}@example.com`, email_verified: true });
const odd = [
  "r&d+all#1?x=%41/../@example.com",
  "b\u00fcro m\u00fcnchen@example.com",
  "o'neil\"s\\@example.com",
] as const;
const google = await aGoogle({
  users: [...demoDirectory.users, ...["many", "crowd", "odd"].map(verified)],
  guests: [verified("guest"), { ...verified("gmail"), email: "guest@gmail.com" }],
  groups: {
    ...demoDirectory.groups,
    ...groupsWith("many@example.com", 450),
    ...groupsWith("crowd@example.com", 1_001),
    ...{ [odd[0]]: ["odd@example.com"], [odd[1]]: [odd[0]], [odd[2]]: [odd[1]] },
  },
});
/** True if the service's own store is unavailable. */
let isStoreAway = false;
const failing = (table: Platform["table"]): Platform["table"] => ({
  ...table,
  async get(key) {
    if (isStoreAway && key.pk === "identity") throw new StoreUnavailable("broken");
    return table.get(key);
  },
});
const service = await testService({
  decorate: (platform) => ({
    ...platform,
    table: failing(platform.table),
    callouts: google.reached,
  }),
});
afterAll(async () => {
  await service.stop();
  await google.close();
});

const { id: clientId, secret: clientSecret, redirectUri } = google.client;
const privateKey = google.serviceAccount.private_key ?? "";
const credentialsAt = "/svc/api/google-auth/credentials";
const tokenAt = "/svc/api/google-auth/token";

const save = (changes: object = {}) =>
  service.admin("POST", credentialsAt, {
    adminEmail: "admin@example.com",
    serviceAccountJson: google.serviceAccount,
    ...changes,
  });
const codeOf = (email: string, scope?: string) => ({
  code: google.signIn(email, scope),
  client_id: clientId,
  client_secret: clientSecret,
  redirect_uri: redirectUri,
});
const form = (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  service.raw("POST", tokenAt, {
    headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  });
const signIn = (email: string, scope?: string) => form(codeOf(email, scope));

const part = (token: string, at: number) =>
  JSON.parse(Buffer.from(token.split(".")[at] ?? "", "base64url").toString("utf8"));
const groupsIn = ({ body }: { readonly body: { readonly id_token: string } }) => part(body.id_token, 1).groups;

beforeEach(async () => {
  for (const name of Object.keys(google.faults)) delete (google.faults as Record<string, unknown>)[name];
  await save();
  google.calls.length = 0;
});

verifies("identity:credentials:saved", async () => {
  const saved = await save({ clientIds: [clientId] });
  expect(saved).toSucceed();
  expect(saved.body.response.credentials).toMatchObject({
    adminEmail: "admin@example.com",
    nestedGroups: false,
    clientIds: [clientId],
    serviceAccountJson: { client_email: google.serviceAccount.client_email, private_key: "••••••••" },
  });
  // Tested with only the scope for reading groups.
  expect(google.calls.map(({ path }) => path)).toEqual(["/token", "/admin/directory/v1/groups"]);
  expect(await newestEntry(service)).toMatchObject({
    action: "saveIdentityCredentials",
    objects: ["identity-credentials"],
    outcome: "done",
  });
});

verifies("identity:credentials:saved", "with calls to Google's own addresses, regardless of the file", async () => {
  const addresses = {
    auth_uri: "https://elsewhere.example.com/auth",
    token_uri: "https://elsewhere.example.com/token",
    auth_provider_x509_cert_url: "https://elsewhere.example.com/certs",
  };
  const serviceAccountJson = { ...google.serviceAccount, ...addresses };
  // The stand-in answers only at Google's names: a call to another address would have failed.
  expect(await save({ serviceAccountJson })).toSucceed();
  expect(groupsIn(await signIn("ana@example.com"))).toEqual(["berlin@example.com", "sales@example.com"]);
  for (const changes of [
    { token_uri: "http://oauth2.googleapis.com/token" },
    { universe_domain: "elsewhere.example.com" },
    { client_email: "nobody" },
  ])
    expect(await save({ serviceAccountJson: { ...google.serviceAccount, ...changes } })).toRefuseWith("input_invalid");
});

verifies("identity:credentials:refused", async () => {
  const before = (await service.admin("GET", credentialsAt)).body.response;
  google.faults.withoutDelegation = true;
  const refused = await save({ adminEmail: "ana@example.com" });
  expect(refused).toRefuseWith("identity_credentials_refused");
  expect(refused.body.messages[0].text).toMatch(/HTTP 401: unauthorized_client/);
  google.faults.withoutDelegation = false;
  google.faults.directoryStatus = 503;
  expect(await save()).toRefuseWith("identity_provider_away");
  const { private_key: _, ...withoutKey } = google.serviceAccount;
  for (const serviceAccountJson of [
    { ...google.serviceAccount, private_key: "not a key" },
    { ...google.serviceAccount, type: "authorized_user" },
    withoutKey,
  ])
    expect(await save({ serviceAccountJson })).toRefuseWith("input_invalid");
  expect((await service.admin("GET", credentialsAt)).body.response).toEqual(before);
});

verifies("identity:credentials:masked", async () => {
  const answer = await service.admin("GET", credentialsAt);
  expect(answer.body.response.credentials.serviceAccountJson).toEqual({
    ...google.serviceAccount,
    private_key: "••••••••",
  });
  const stored = JSON.stringify(await service.rows("identity"));
  for (const text of [answer.text, stored, await service.logs()]) expect(text).not.toContain(privateKey.split("\n")[2]);
  expect((await service.raw("GET", credentialsAt)).status).toBe(401);
});

verifies("identity:credentials:removed", async () => {
  expect((await service.admin("DELETE", credentialsAt)).body.response).toEqual({ ok: true });
  expect((await service.admin("GET", credentialsAt)).body.response).toEqual({ credentials: null });
  expect(await service.admin("DELETE", credentialsAt)).toSucceed();
  google.calls.length = 0;
  const refused = await signIn("ana@example.com");
  expect([refused.status, refused.body.error]).toEqual([503, "temporarily_unavailable"]);
  expect(google.calls).toEqual([]);
});

verifies(
  "identity:credentials:removed",
  "Google's own tokens are returned without groups, if a setting allows it",
  async () => {
    const other = await testService({
      environment: { GOOGLE_AUTH_WITHOUT_GROUPS: "true" },
      decorate: (platform) => ({ ...platform, callouts: google.reached }),
    });
    onTestFinished(() => other.stop());
    const { status, body } = await other.raw("POST", tokenAt, { json: codeOf("ana@example.com") });
    expect(status).toBe(200);
    expect(part(body.id_token, 1)).not.toHaveProperty("groups");
    expect(google.calls.map(({ path }) => path)).toEqual(["/token"]);
  },
);

verifies("identity:path:prefix", async () => {
  const { body } = await service.raw("GET", "/svc/api/google-auth/keys");
  expect(body.keys).toHaveLength(1);
  expect((await service.raw("POST", "/keys/api/google-auth/token")).status).toBe(404);
});

verifies("identity:token:exchange", async () => {
  const answer = await signIn("ana@example.com");
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({ "cache-control": "no-store", pragma: "no-cache" });
  expect(answer.body).toEqual({
    access_token: expect.stringMatching(/^ya29\./),
    expires_in: 3599,
    scope: "openid email profile",
    token_type: "Bearer",
    id_token: expect.any(String),
    refresh_token: expect.stringMatching(/^1\/\//),
  });
  // As JSON with other fields, as clients of this API send it, and with HTTP Basic.
  const asJson = await service.raw("POST", tokenAt, { json: { ...codeOf("ana@example.com"), access_type: "offline" } });
  expect(asJson.status).toBe(200);
  expect(google.calls.findLast(({ path }) => path === "/token")?.fields).toMatchObject({ access_type: "offline" });
  const { client_id: _, client_secret: __, ...fields } = codeOf("ana@example.com");
  const byBasic = await form(fields, { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` });
  expect(byBasic.status).toBe(200);
  const renewed = await form({
    grant_type: "refresh_token",
    refresh_token: answer.body.refresh_token,
    client_id: clientId,
    client_secret: clientSecret,
  });
  expect(renewed.status).toBe(200);
  expect(groupsIn(renewed)).toEqual(groupsIn(answer));
  const logged = await service.logs();
  for (const secret of [clientSecret, answer.body.access_token, answer.body.refresh_token, answer.body.id_token])
    expect(logged).not.toContain(secret);
});

verifies("identity:token:groups", async () => {
  const { body } = await signIn("ana@example.com");
  const [head, claims, signature = ""] = body.id_token.split(".");
  expect(part(body.id_token, 1)).toMatchObject({
    iss: "https://accounts.google.com",
    aud: clientId,
    email: "ana@example.com",
    groups: ["berlin@example.com", "sales@example.com"],
  });
  const { kid, alg } = part(body.id_token, 0);
  expect(alg).toBe("RS256");
  const { keys } = (await service.raw("GET", "/svc/api/google-auth/keys")).body;
  const jwk = keys.find((key: { readonly kid: string }) => key.kid === kid);
  const key = createPublicKey({ key: jwk, format: "jwk" });
  expect(verify("RSA-SHA256", Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, "base64url"))).toBe(true);
});

verifies("identity:token:groups", "all other claims are Google's own", async () => {
  google.faults.changedClaims = { nonce: "n-0S6_WzA2Mj", groups: ["made-up@example.com"] };
  const { body } = await signIn("ana@example.com");
  const { iat, exp, ...claims } = part(body.id_token, 1);
  expect(claims).toEqual({
    iss: "https://accounts.google.com",
    ...{ aud: clientId, azp: clientId, sub: "100000000000000000002", hd: "example.com" },
    ...{ email: "ana@example.com", email_verified: true, nonce: "n-0S6_WzA2Mj" },
    at_hash: hash("sha256", body.access_token, "buffer").subarray(0, 16).toString("base64url"),
    groups: ["berlin@example.com", "sales@example.com"],
  });
  expect(exp - iat).toBe(3600);
  const { keys } = (await service.raw("GET", "/svc/api/google-auth/keys")).body;
  // Only the public half of the key.
  expect(keys.map((key: object) => Object.keys(key).sort())).toEqual([["alg", "e", "kid", "kty", "n", "use"]]);
  expect(part(body.id_token, 0)).toEqual({ alg: "RS256", typ: "JWT", kid: keys[0].kid });
  // Tokens signed earlier are verified with the same key after the credentials were removed and saved again.
  await service.admin("DELETE", credentialsAt);
  expect((await service.raw("GET", "/svc/api/google-auth/keys")).body.keys).toEqual(keys);
  await save();
  expect((await service.raw("GET", "/svc/api/google-auth/keys")).body.keys).toEqual(keys);
});

verifies("identity:token:groups", "any number of groups with any names", async () => {
  const many = groupsIn(await signIn("many@example.com"));
  expect(new Set(many)).toEqual(new Set(Object.keys(groupsWith("many@example.com", 450))));
  expect(many).toHaveLength(450);
  expect(google.calls.filter(({ path }) => path === "/admin/directory/v1/groups")).toHaveLength(3);
  const { status, body } = await signIn("crowd@example.com");
  expect([status, body]).toEqual([
    502,
    { error: "server_error", error_description: "The user is in more than 1000 groups." },
  ]);
  await save({ nestedGroups: true });
  expect(groupsIn(await signIn("odd@example.com"))).toEqual([...odd].sort());
  // A user missing in the directory is in none of its groups.
  expect(groupsIn(await signIn("guest@example.com"))).toEqual([]);
});

verifies("identity:token:groups", "in pages, and nested groups on request", async () => {
  google.faults.pageSize = 1;
  expect(groupsIn(await signIn("ana@example.com"))).toEqual(["berlin@example.com", "sales@example.com"]);
  await save({ nestedGroups: true });
  expect(groupsIn(await signIn("ana@example.com"))).toEqual([
    "all-sites@example.com",
    "berlin@example.com",
    "everyone@example.com",
    "sales@example.com",
  ]);
  // The current key still verifies tokens signed earlier.
  expect((await service.raw("GET", "/svc/api/google-auth/keys")).body.keys).toHaveLength(1);
});

verifies("identity:token:unverified", async () => {
  for (const fault of ["foreignSignature", "foreignAudience"] as const) {
    google.faults[fault] = true;
    const { status, body } = await signIn("ana@example.com");
    expect([status, body.error, body.id_token], fault).toEqual([502, "server_error", undefined]);
    google.faults[fault] = false;
  }
  const now = Math.floor(Date.now() / 1000);
  const faults = [
    { unsigned: true },
    { changedClaims: { iss: "https://accounts.elsewhere.example.com" } },
    { changedClaims: { iat: now - 7200, exp: now - 3600 } },
    { changedClaims: { iat: now + 3600, exp: now + 7200 } },
  ];
  for (const fault of faults) {
    Object.assign(google.faults, fault);
    const { status, body } = await signIn("ana@example.com");
    expect([status, body.error, body.id_token], JSON.stringify(fault)).toEqual([502, "server_error", undefined]);
    for (const name of Object.keys(fault)) delete (google.faults as Record<string, unknown>)[name];
  }
  expect((await signIn("new@example.com")).body.error).toBe("invalid_grant");
  // A Google account with an address at another provider: Google doesn't know who owns that address now.
  google.faults.changedClaims = { hd: undefined };
  const unknown = await signIn("ana@example.com");
  expect([unknown.status, unknown.body.error, unknown.body.id_token]).toEqual([400, "invalid_grant", undefined]);
  expect(groupsIn(await signIn("guest@gmail.com"))).toEqual([]);
  google.faults.changedClaims = { hd: "", email: "ana@gmail.com.example.com" };
  expect((await signIn("ana@example.com")).body.error).toBe("invalid_grant");
  delete google.faults.changedClaims;
  expect((await signIn("ana@example.com", "profile")).body.error).toBe("invalid_scope");
  await save({ clientIds: ["another client"] });
  google.calls.length = 0;
  expect((await signIn("ana@example.com")).body.error).toBe("unauthorized_client");
  // The code wasn't used up.
  expect(google.calls).toEqual([]);
});

verifies("identity:token:directory-away", async () => {
  for (const [directoryStatus, status, error] of [
    [503, 503, "temporarily_unavailable"],
    [403, 502, "server_error"],
  ] as const) {
    google.faults.directoryStatus = directoryStatus;
    const answer = await signIn("ana@example.com");
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error, error_description: expect.stringContaining(`HTTP ${directoryStatus}`) });
  }
  delete google.faults.directoryStatus;
  const refusedBody = { error: { code: 403, message: "Quota exceeded for quota metric 'Queries'" } };
  for (const fault of [{ directoryBreaksOff: true }, { directoryBody: [] }, { directoryBody: { groups: "some" } }]) {
    Object.assign(google.faults, fault);
    const { status, body } = await signIn("ana@example.com");
    expect([status, body.error, body.id_token], JSON.stringify(fault)).toEqual([
      503,
      "temporarily_unavailable",
      undefined,
    ]);
    for (const name of Object.keys(fault)) delete (google.faults as Record<string, unknown>)[name];
  }
  // Quota exceeded, which Google reports as 403.
  google.faults.directoryBody = { status: 403, body: refusedBody };
  expect((await signIn("ana@example.com")).status).toBe(503);
  delete google.faults.directoryBody;
  isStoreAway = true;
  const away = await signIn("ana@example.com");
  isStoreAway = false;
  expect([away.status, away.body.error]).toEqual([503, "temporarily_unavailable"]);
  expect(await service.logs()).toContain("sign_in_refused");
});

verifies("identity:token:refused", async () => {
  const good = codeOf("ana@example.com");
  const { redirect_uri: _, ...withoutAddress } = good;
  const refusals: readonly (readonly [Awaited<ReturnType<typeof form>>, number, string])[] = [
    [await form({ ...good, code: "made up" }), 400, "invalid_grant"],
    [await form({ ...good, client_secret: "wrong" }), 401, "invalid_client"],
    [await form({ ...good, grant_type: "password" }), 400, "unsupported_grant_type"],
    [await form(withoutAddress), 400, "invalid_request"],
    [await service.raw("POST", tokenAt, { json: [good] }), 400, "invalid_request"],
    [
      await service.raw("POST", tokenAt, { body: "code", headers: { "Content-Type": "text/plain" } }),
      415,
      "invalid_request",
    ],
    [await form({ ...good, filler: "x".repeat(60_000) }), 413, "invalid_request"],
  ];
  for (const [answer, status, error] of refusals) {
    expect([answer.status, answer.body]).toEqual([status, { error, error_description: expect.any(String) }]);
    expect(answer.headers).toMatchObject({ "cache-control": "no-store" });
  }
  // A client that uses HTTP Basic gets a Basic challenge (RFC 6749, 5.2).
  const { client_id: __, client_secret: ___, ...fields } = good;
  const byBasic = await form(fields, { Authorization: `Basic ${btoa(`${clientId}:wrong`)}` });
  expect([byBasic.status, byBasic.body.error]).toEqual([401, "invalid_client"]);
  expect(byBasic.headers["www-authenticate"]).toMatch(/^Basic realm=/);
  const repeated = await service.raw("POST", tokenAt, {
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: `${new URLSearchParams(good)}&code=another`,
  });
  expect(repeated.body.error).toBe("invalid_request");
});
