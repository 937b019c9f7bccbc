import { get } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { aServer, type TestServer } from "../support/a-server.ts";
import { smallWorld } from "../support/small-world.ts";

async function pictureUrl(server: TestServer, token: string, id = 1): Promise<string> {
  const answer = await server.people("GET", `/layouts/People/records/${id}`, { token });
  return (answer.response.data as readonly { fieldData: Record<string, string> }[])[0]?.fieldData["picture(1)"] ?? "";
}

async function download(url: string, cookie?: string) {
  const response = await fetch(url, { redirect: "manual", headers: cookie === undefined ? {} : { cookie } });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

test("a download follows a redirect with a cookie, then returns the bytes", async () => {
  const server = await aServer();
  const url = await pictureUrl(server, await server.login());
  const first = await download(url);
  expect(first.status).toBe(302);
  expect(first.headers.get("location")).toBe(url);
  const cookie = first.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/^X-FMS-Session-Key=[0-9A-F]+; Path=\/; HttpOnly$/);
  const second = await download(url, cookie.split(";")[0]);
  expect(second.status).toBe(200);
  expect(second.headers.get("content-type")).toBe("image/png");
  expect(second.bytes.toString("base64")).toBe("iVBORw0KGgo=");
  expect(server.counters.downloads).toBe(1);
});

test("a cookie of another session opens nothing", async () => {
  const server = await aServer();
  const [mine, yours] = [
    await pictureUrl(server, await server.login()),
    await pictureUrl(server, await server.login()),
  ];
  expect(mine).not.toBe(yours);
  const cookie = (await download(yours)).headers.get("set-cookie")?.split(";")[0];
  expect((await download(mine, cookie)).status).toBe(302);
});

test("the URL contains the host that the caller used, and no extension if there is none", async () => {
  const server = await aServer();
  const token = await server.login();
  expect(await pictureUrl(server, token, 4)).toMatch(/\/MainDB\/[0-9A-F]{64}\?RCType=EmbeddedRCFileProcessor$/);
  const headers = { host: "files.example:8443", authorization: `Bearer ${token}` };
  const body = await new Promise<string>((resolve, reject) => {
    get(`${server.origin}/fmi/data/v2/databases/People/layouts/People/records/1`, { headers }, (response) => {
      text(response).then(resolve, reject);
    }).on("error", reject);
  });
  expect(body).toContain('"http://files.example:8443/Streaming_SSL/MainDB/');
});

test("the URL expires with the session", async () => {
  const server = await aServer();
  const token = await server.login();
  const url = await pictureUrl(server, token);
  server.advance(15 * 60_000);
  expect((await download(url)).status).toBe(401);
});

test("an invalid URL is a bad request", async () => {
  const server = await aServer();
  expect((await download(`${server.origin}/Streaming_SSL/MainDB/ABC.png`)).status).toBe(400);
  expect((await download(`${server.origin}/Streaming_SSL/Other/${"A".repeat(64)}`)).status).toBe(400);
});

test("a file that has been deleted since is not found", async () => {
  const server = await aServer({ world: smallWorld({ streamCookie: false }) });
  const token = await server.login();
  const url = await pictureUrl(server, token);
  expect((await download(url)).status).toBe(200);
  await server.people("DELETE", "/layouts/People/records/1", { token });
  expect((await download(url)).status).toBe(404);
});

test("the world decides if the URL outlives a logout", async () => {
  for (const [streamAfterLogout, status] of [
    ["dies", 401],
    ["lives", 302],
  ] as const) {
    const server = await aServer({ world: { ...smallWorld(), server: { dataApi: { streamAfterLogout } } } });
    const token = await server.login();
    const url = await pictureUrl(server, token);
    await server.people("DELETE", `/sessions/${token}`);
    expect((await download(url)).status).toBe(status);
    server.advance(15 * 60_000);
    expect((await download(url)).status).toBe(401);
  }
});
