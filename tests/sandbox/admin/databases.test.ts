import { expect, test } from "vitest";
import { aServer, basic, type TestServer } from "../support/a-server.ts";
import { smallWorld } from "../support/small-world.ts";

const PATH = "/fmi/admin/api/v2/databases";

async function statusOf(server: TestServer, token: string, name = "People.fmp12"): Promise<unknown> {
  const answer = await server.ask("GET", PATH, { token });
  const list = answer.response.databases as readonly { readonly filename: string; readonly status: string }[];
  return list.find(({ filename }) => filename === name)?.status;
}

test("every hosted file is listed, open or not, and clients are counted", async () => {
  const server = await aServer();
  await server.login();
  const answer = await server.ask("GET", PATH, { token: await server.adminLogin() });
  expect(answer.response).toMatchObject({ totalDBCount: 3, openDBCount: 2, connections: 1, fmproCount: 0 });
  expect((answer.response.databases as readonly unknown[])[0]).toEqual({
    id: "1",
    filename: "People.fmp12",
    folder: "filelinux:/opt/FileMaker/FileMaker Server/Data/Databases/",
    status: "NORMAL",
    size: 1_048_576,
    clients: 1,
    isEncrypted: false,
    hasSavedDecryptKey: false,
    decryptHint: "",
    enabledExtPrivileges: ["fmrest", "fmapp", "fmodata"],
  });
  // Its only account has full access, so every API can open it.
  expect((answer.response.databases as readonly unknown[])[1]).toMatchObject({
    filename: "Other.fmp12",
    enabledExtPrivileges: ["fmrest", "fmodata", "fmapp"],
  });
  expect((answer.response.databases as readonly unknown[])[2]).toMatchObject({ enabledExtPrivileges: [] });
  expect(await statusOf(server, await server.adminLogin(), "Asleep.fmp12")).toBe("CLOSED");
});

test("closing a file ends its sessions, and logins get 802 until it is opened again", async () => {
  const server = await aServer();
  const [admin, token] = [await server.adminLogin(), await server.login()];
  const answer = await server.ask("PATCH", `${PATH}/1`, {
    token: admin,
    body: { status: "CLOSED", messageText: "", force: true },
  });
  expect(answer).toMatchObject({ status: 200, code: "0" });
  expect(await statusOf(server, admin)).toBe("CLOSED");
  expect((await server.people("GET", "/layouts", { token })).code).toBe("952");
  const login = () => server.people("POST", "/sessions", { body: {}, headers: basic("full:full-pass") });
  expect(await login()).toMatchObject({ status: 500, code: "802" });
  await server.ask("PATCH", `${PATH}/1`, { token: admin, body: { status: "OPENED", key: "", saveKey: false } });
  expect(await statusOf(server, admin)).toBe("NORMAL");
  expect((await login()).code).toBe("0");
});

test("the change takes time, and others are rejected meanwhile", async () => {
  const server = await aServer({ world: smallWorld({}, { openMilliseconds: 30_000 }) });
  const token = await server.adminLogin();
  await server.ask("PATCH", `${PATH}/1`, { token, body: { status: "CLOSED" } });
  expect(await statusOf(server, token)).toBe("CLOSING");
  expect(await server.ask("PATCH", `${PATH}/1`, { token, body: { status: "OPENED" } })).toMatchObject({
    status: 400,
    code: "1709",
  });
  server.advance(30_000);
  expect(await statusOf(server, token)).toBe("CLOSED");
  await server.ask("PATCH", `${PATH}/1`, { token, body: { status: "OPENED" } });
  expect(await statusOf(server, token)).toBe("OPENING");
  server.advance(30_000);
  expect(await statusOf(server, token)).toBe("NORMAL");
});

test("a file can be paused and resumed", async () => {
  const server = await aServer();
  const token = await server.adminLogin();
  await server.ask("PATCH", `${PATH}/1`, { token, body: { status: "PAUSED" } });
  expect(await statusOf(server, token)).toBe("PAUSED");
  await server.ask("PATCH", `${PATH}/1`, { token, body: { status: "RESUMED" } });
  expect(await statusOf(server, token)).toBe("NORMAL");
});

test("an encrypted file stays closed with a wrong key, even though the request is accepted", async () => {
  const server = await aServer({
    world: {
      admin: { accounts: [{ name: "admin", password: "admin-pass" }] },
      databases: [{ name: "E", status: "CLOSED", encryptionKey: "k" }],
    },
  });
  const token = await server.adminLogin();
  expect((await server.ask("PATCH", `${PATH}/1`, { token, body: { status: "OPENED", key: "wrong" } })).code).toBe("0");
  expect(await statusOf(server, token, "E.fmp12")).toBe("CLOSED");
  await server.ask("PATCH", `${PATH}/1`, { token, body: { status: "OPENED", key: "k" } });
  expect(await statusOf(server, token, "E.fmp12")).toBe("NORMAL");
});

test.each([
  ["9", { status: "CLOSED" }, 404, "1700"],
  ["1", { status: "BROKEN" }, 400, "1708"],
  ["1", { status: "OPENED" }, 400, "1709"],
  ["3", { status: "CLOSED" }, 400, "1709"],
  ["1", "{", 400, "1710"],
])("file %s with %j is rejected with %i and %s", async (id, body, status, code) => {
  const server = await aServer();
  expect(await server.ask("PATCH", `${PATH}/${id}`, { token: await server.adminLogin(), body })).toMatchObject({
    status,
    code,
  });
});
