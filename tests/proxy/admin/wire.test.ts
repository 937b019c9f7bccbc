import { afterAll, beforeEach, expect } from "vitest";
import { empty, saying, wireUpstream } from "../../support/http/wire-upstream.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({
  environment: { FMS_ADMIN_URL: upstream.origin },
  proxyTimeouts: { headersMs: 300, bodyMs: 60_000 },
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
beforeEach(() => upstream.answers(empty));

const key = await service.anAdminKey();
const base = "/svc/fmi/admin/v2";
const headerIn = (raw: readonly string[], name: string) =>
  raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name);

verifies("proxy:admin:admin-url", async () => {
  await service.raw("GET", `${base}/databases?a=%7e&b=1+2`, {
    key,
    headers: { "X-Other": "kept", "X-Svc-Secret": "not" },
  });
  const [call] = upstream.calls;
  expect(call?.target).toBe("/fmi/admin/api/v2/databases?a=%7e&b=1+2");
  expect(headerIn(call?.rawHeaders ?? [], "host")).toEqual([new URL(upstream.origin).host]);
  expect(headerIn(call?.rawHeaders ?? [], "authorization")).toEqual([`Bearer admin.token.${upstream.logins}`]);
  expect(headerIn(call?.rawHeaders ?? [], "x-other")).toEqual(["kept"]);
  expect(headerIn(call?.rawHeaders ?? [], "x-svc-secret")).toEqual([]);
});

verifies("proxy:admin:addresses", async () => {
  const body = JSON.stringify({ response: { link: `${upstream.origin}/fmi/admin/api/v2/databases/1` } });
  const headers = ["Content-Type", "application/json", "X-FM-Access-Token", "secret.admin.token"];
  upstream.answers(saying(200, [...headers, "Location", `${upstream.origin}/fmi/admin/api/v2/x`], body));
  const answer = await service.raw("GET", `${base}/databases`, { key });
  expect(answer.body.response.link).toBe(`${service.baseUrl}/svc/fmi/admin/api/v2/databases/1`);
  expect(answer.headers.location).toBe(`${service.baseUrl}/svc/fmi/admin/api/v2/x`);
  expect(answer.headers).not.toHaveProperty("x-fm-access-token");
});

verifies("proxy:admin:path-rules", async () => {
  const refused = [
    "/databases/..%2fusers",
    "/databases/../x",
    "/%2e%2e/x",
    "//databases",
    "/databases/1%2f2",
    "/layouts/a%2fb",
    "/a/..;x",
    "/a%5cb",
    "/a%00b",
    "/a%252fb",
    "/schedules/%c0%af",
  ];
  for (const path of refused) {
    expect(await service.raw("GET", base + path, { key })).toRefuseLikeAdminApi("path_refused");
  }
  expect(upstream.calls).toHaveLength(0);
  for (const path of ["/databases/", "/schedules/a%20b", "/clients/1?messageText=%2f..%2f&graceTime=0", "/x/~a;b=c"]) {
    expect(await service.raw("GET", base + path, { key })).toSucceed();
    expect(upstream.calls.at(-1)?.target).toBe(`/fmi/admin/api/v2${path}`);
  }
});

verifies("proxy:admin:streams", async () => {
  const large = Buffer.alloc(3 * 1024 * 1024, "file");
  upstream.answers(saying(200, ["Content-Type", "application/zip", "Content-Disposition", "attachment"], large));
  const headers = { "Content-Type": "multipart/form-data; boundary=x" };
  const answer = await service.raw("POST", `${base}/databases/upload`, { key, headers, body: large });
  expect(answer.bytes.equals(large)).toBe(true);
  expect(answer.headers["content-disposition"]).toBe("attachment");
  expect((await upstream.calls[0]?.body)?.equals(large)).toBe(true);
});

verifies(
  "proxy:admin:dead-session",
  "a body that is too large to be buffered isn't sent again, and the response says so",
  async () => {
    const dead = JSON.stringify({ messages: [{ code: "1703", text: "Invalid JSON Web Token" }], response: {} });
    upstream.answers(saying(401, ["Content-Type", "application/json"], dead));
    const { logins } = upstream;
    const large = Buffer.alloc(2 * 1024 * 1024);
    const answer = await service.raw("POST", `${base}/databases/upload`, { key, body: large });
    expect(answer).toRefuseLikeAdminApi("token_refresh_failed");
    expect([upstream.calls.length, upstream.logins]).toEqual([1, logins]);
    upstream.answers(empty);
    expect(await service.raw("GET", `${base}/databases`, { key })).toSucceed();
    expect(upstream.logins).toBe(logins + 1);
  },
);

verifies("proxy:admin:timeout", async () => {
  const timesOf = (method: string, path: string) =>
    upstream.calls.filter((call) => call.method === method && call.target.endsWith(path)).length;
  upstream.answers((request, response) => {
    if (request.url?.endsWith("/clients") && timesOf("GET", "/clients") > 1) empty(request, response);
  });
  const { logins, logouts } = upstream;
  const changing = ["POST", "PATCH", "DELETE", "PUT"];
  const [late, never, download, ...changes] = await Promise.all([
    service.raw("GET", `${base}/clients`, { key }),
    service.raw("GET", `${base}/schedules`, { key }),
    service.raw("GET", `${base}/databases/1`, { key }),
    ...changing.map((method) => service.raw(method, `${base}/schedules/1`, { key })),
  ]);
  expect(late).toSucceed();
  expect(never).toRefuseLikeAdminApi("upstream_timeout");
  expect(timesOf("GET", "/schedules")).toBe(2);
  // A whole file, which the server compresses before it answers, isn't requested twice.
  expect(download).toRefuseLikeAdminApi("upstream_timeout");
  expect(timesOf("GET", "/databases/1")).toBe(1);
  for (const answer of changes) expect(answer).toRefuseLikeAdminApi("upstream_timeout");
  for (const method of changing) expect(timesOf(method, "/schedules/1")).toBe(1);
  // A hanging call doesn't leave a session behind.
  expect([upstream.logins, upstream.logouts]).toEqual([logins, logouts]);
});

verifies(
  "proxy:admin:login-account",
  "the server's own tokens are forwarded unchanged, and aren't searched for keys",
  async () => {
    const Authorization = "bearer  eyJhbGciOi.J9.x-y_z";
    await service.raw("GET", `${base}/clients`, { headers: { Authorization } });
    expect(headerIn(upstream.calls[0]?.rawHeaders ?? [], "authorization")).toEqual([Authorization]);
    const { logouts } = upstream;
    expect(await service.raw("DELETE", `${base}/user/auth/eyJhbGciOi.J9.x-y_z`, { key })).toSucceed();
    expect(upstream.logouts).toBe(logouts + 1);
  },
);
