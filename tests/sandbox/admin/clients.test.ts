import { expect, test } from "vitest";
import { type Admin, anAdmin, aWorld } from "./support/an-admin.ts";

type Row = Readonly<Record<string, unknown>>;

async function clientsOf(admin: Admin): Promise<readonly Row[]> {
  return (await admin.call("GET", "/clients")).response.clients as readonly Row[];
}

async function names(admin: Admin): Promise<readonly unknown[]> {
  return (await clientsOf(admin)).map(({ userName }) => userName);
}

const clock = { now: () => Date.UTC(2026, 10, 20, 8, 30, 0) };

test("users and sessions of the Data API are listed with the files they have open", async () => {
  const admin = await anAdmin(aWorld(), { clock });
  await admin.server.login("api:demo-pass", "Contacts");
  const [ada, ben, session] = await clientsOf(admin);
  expect(ada).toEqual({
    id: "1",
    status: "NORMAL",
    userName: "Ada",
    computerName: "desk",
    extpriv: "fmapp",
    ipaddress: "127.0.0.1",
    macaddress: "",
    connectTime: "2026-11-20T08:29:00.000Z",
    connectDuration: "00:01:00",
    appVersion: "Pro 22.0.2",
    appLanguage: "en",
    appType: "FMPRO",
    operatingSystem: "macOS 15",
    concurrent: false,
    teamLicensed: true,
    guestFiles: [{ id: "1", filename: "Contacts.fmp12", accountName: "api", privsetName: "[Full Access]" }],
  });
  expect(ben?.guestFiles).toHaveLength(2);
  expect(session).toMatchObject({ id: "3", appType: "FMDAPI", extpriv: "fmrest", userName: "api" });
});

test("the list of files counts them by their kind", async () => {
  const admin = await anAdmin();
  await admin.server.login("api:demo-pass", "Contacts");
  const { response } = await admin.call("GET", "/databases");
  expect(response).toMatchObject({ fmproCount: 1, fmgoCount: 1, fmmiscCount: 1, fmwebdCount: 0, connections: 3 });
  expect(response.databases).toMatchObject([{ clients: 3 }, { clients: 1 }]);
});

test("a client stays for the grace period and has the message", async () => {
  const admin = await anAdmin();
  expect((await admin.call("DELETE", "/clients/1?messageText=Please%20leave&graceTime=30")).code).toBe("0");
  admin.server.advance(29_000);
  expect(await names(admin)).toEqual(["Ada", "Ben"]);
  expect([...admin.server.world.server.clients.values()][0]?.messages).toEqual(["Please leave"]);
  admin.server.advance(1000);
  expect(await names(admin)).toEqual(["Ben"]);
});

test("without a grace period it is disconnected immediately; the default is 90 seconds", async () => {
  const admin = await anAdmin();
  await admin.call("DELETE", "/clients/1?graceTime=0");
  expect(await names(admin)).toEqual(["Ben"]);
  await admin.call("DELETE", "/clients/2");
  admin.server.advance(89_000);
  expect(await names(admin)).toEqual(["Ben"]);
  admin.server.advance(1000);
  expect(await names(admin)).toEqual([]);
});

test("a grace period of one world doesn't expire in the next", async () => {
  const admin = await anAdmin();
  await admin.call("DELETE", "/clients/1?graceTime=30");
  await admin.call("PATCH", "/databases/2", { status: "CLOSED" });
  admin.server.reload();
  admin.server.advance(90_000);
  expect(admin.server.world.server.clients.size).toBe(2);
  expect(admin.server.world.databases.map(({ status }) => status)).toEqual(["NORMAL", "NORMAL"]);
});

test("a session of the Data API ends immediately, and its token is dead", async () => {
  const admin = await anAdmin();
  const token = await admin.server.login("api:demo-pass", "Contacts");
  expect((await admin.call("DELETE", "/clients/3?graceTime=90")).code).toBe("0");
  const answer = await admin.server.ask("GET", "/fmi/data/vLatest/databases/Contacts/layouts", { token });
  expect(answer).toMatchObject({ status: 401, code: "952" });
});

test("a message is shown to a user, and can't be shown to a session", async () => {
  const admin = await anAdmin();
  await admin.server.login("api:demo-pass", "Contacts");
  expect((await admin.call("POST", "/clients/2/message", { messageText: "Hello" })).code).toBe("0");
  expect([...admin.server.world.server.clients.values()][1]?.messages).toEqual(["Hello"]);
  expect(await admin.call("POST", "/clients/3/message", { messageText: "Hello" })).toMatchObject({
    status: 400,
    code: "1709",
  });
});

test.each([
  ["DELETE", "/clients/9", undefined, 404, "1700"],
  ["DELETE", "/clients/1?graceTime=soon", undefined, 400, "1708"],
  ["POST", "/clients/9/message", { messageText: "x" }, 404, "1700"],
  ["POST", "/clients/1/message", {}, 400, "1707"],
  ["POST", "/clients/1/message", { messageText: 5 }, 400, "1708"],
  ["POST", "/clients/1/message", { messageText: "x", colour: "red" }, 400, "1706"],
])("%s %s with %j is rejected with %i and %s", async (method, path, body, status, code) => {
  const admin = await anAdmin();
  expect(await admin.call(method, path, body)).toMatchObject({ status, code });
  expect(await names(admin)).toEqual(["Ada", "Ben"]);
});
