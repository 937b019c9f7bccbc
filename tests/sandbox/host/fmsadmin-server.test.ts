import { expect, test } from "vitest";
import { aWorld } from "../admin/support/an-admin.ts";
import { basic } from "../support/a-server.ts";
import { aHost } from "./support/a-host.ts";

const schedules = [
  {
    name: "Nightly",
    weeklyType: { startTimeStamp: "2026-11-22T03:00:00", daysOfTheWeek: ["SUN" as const] },
    verifyType: {},
  },
];

/** Returns the cells of a framed table. */
function cells(lines: readonly string[]): readonly (readonly string[])[] {
  return lines
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
}

test("clients are listed, short and long, including sessions of the Data API", async () => {
  const host = await aHost(aWorld());
  await host.server.login("api:demo-pass", "Contacts");
  expect(cells((await host.fmsadmin("list", "clients")).lines)).toEqual([
    ["Client ID", "User Name", "Computer Name", "Ext Privilege"],
    ["1", "Ada", "desk", "fmapp"],
    ["2", "Ben", "iPad", "fmapp"],
    ["3", "api", "", "fmrest"],
  ]);
  const long = cells((await host.fmsadmin("list", "clients", "-s")).lines);
  expect(long[1]).toEqual([
    ...["1", "Ada", "desk", "fmapp", "127.0.0.1", "", "2026/11/20 22:59:00", "00:01:00", "Pro 22.0.2", "en"],
    ...["Contacts", "api", "[Full Access]"],
  ]);
  expect(long.filter(([id]) => id === "2")).toHaveLength(2);
});

test("without connected clients there is no output", async () => {
  const host = await aHost();
  expect(await host.fmsadmin("list", "clients", "-s")).toMatchObject({ code: 0, out: "" });
});

test("users get messages and are disconnected", async () => {
  const host = await aHost(aWorld());
  expect((await host.fmsadmin("send", "Orders", "-m", "Lunch")).code).toBe(0);
  const people = [...host.server.world.server.clients.values()];
  expect(people.map(({ messages }) => messages)).toEqual([[], ["Lunch"]]);
  expect((await host.fmsadmin("disconnect", "client", "1", "-y", "-t0")).lines).toEqual([
    "Client(s) being disconnected.",
  ]);
  expect([...host.server.world.server.clients.values()].map(({ userName }) => userName)).toEqual(["Ben"]);
});

test("schedules are listed, enabled, disabled, run, and deleted", async () => {
  const host = await aHost(aWorld({ clients: [], schedules }));
  const row = async () => cells((await host.fmsadmin("list", "schedules")).lines)[1];
  expect(await row()).toEqual(["1", "Nightly", "Verify", "", "2026/11/22 03:00", ""]);
  await host.fmsadmin("disable", "schedule", "1", "-y");
  expect((await row())?.[4]).toBe("Disabled");
  await host.fmsadmin("enable", "schedule", "1");
  await host.fmsadmin("run", "schedule", "1");
  expect((await row())?.slice(3)).toEqual(["2026/11/20 23:00", "2026/11/22 03:00", "OK"]);
  expect((await host.fmsadmin("delete", "schedule", "1", "-y")).lines).toEqual(["Schedule Deleted: Nightly"]);
  expect(await host.fmsadmin("list", "schedules")).toMatchObject({ code: 0, out: "" });
});

test("settings are read and changed as the Admin API shows them, all or none", async () => {
  const host = await aHost();
  expect((await host.fmsadmin("get", "serverprefs", "CacheSize")).out).toBe(
    "CacheSize = 512 [default: 512, range: 64-1048576] \n",
  );
  const set = await host.fmsadmin("set", "serverprefs", "maxfiles=100", "cachesize=1024");
  expect(set.lines.at(-1)).toBe("Restart the FileMaker Server background processes to apply the change.");
  const answer = await host.server.ask("GET", "/fmi/admin/api/v2/server/config/general", {
    headers: basic("admin:admin-pass"),
  });
  expect(answer.response).toMatchObject({ maxFiles: 100, cacheSize: 1024 });
  expect((await host.fmsadmin("set", "serverprefs", "cachesize=2048", "maxfiles=0")).code).toBe(10001 & 0xff);
  expect(host.server.world.server.settings.general).toMatchObject({ maxFiles: 100 });
});

test("an API whose process is stopped doesn't respond", async () => {
  const host = await aHost();
  await host.fmsadmin("stop", "fmdapi");
  const login = () =>
    host.server.ask("POST", "/fmi/data/v2/databases/Contacts/sessions", { body: {}, headers: basic("api:demo-pass") });
  expect((await login()).code).toBe("959");
  await host.fmsadmin("start", "fmdapi");
  expect((await login()).code).toBe("0");
  await host.fmsadmin("stop", "adminserver");
  expect((await host.server.ask("GET", "/fmi/admin/api/v2/server/status")).status).toBe(502);
  await host.fmsadmin("restart", "adminserver");
  await host.fmsadmin("stop", "httpserver");
  await expect(login()).rejects.toThrow("fetch failed");
  await host.fmsadmin("start", "httpserver");
  expect((await login()).code).toBe("0");
});

test("a role can run what it has the privilege for", async () => {
  const roles = [{ name: "ops", password: "ops-pass", privileges: ["SCHEDULE_MANAGEMENT" as const] }];
  const accounts = [{ name: "admin", password: "admin-pass" }];
  const host = await aHost(aWorld({ clients: [], schedules, admin: { accounts, roles } }));
  const asRole = (...given: string[]) => host.tool("fmsadmin", ["-u", "ops", "-p", "ops-pass", ...given]);
  expect((await asRole("list", "schedules")).code).toBe(0);
  expect((await asRole("list", "files")).code).toBe(9);
});

test("the PIN of the installation resets the first account's password", async () => {
  const host = await aHost();
  expect((await host.tool("fmsadmin", ["resetpw", "-p", "new-pass", "-z", "0000"])).code).toBe(9);
  expect((await host.tool("fmsadmin", ["resetpw", "-p", "new-pass", "-z", "1234"])).code).toBe(0);
  expect((await host.tool("fmsadmin", ["-u", "admin", "-p", "new-pass", "list", "files"])).code).toBe(0);
});

test("a key is created for a certificate, and certificates that match no key aren't imported", async () => {
  const host = await aHost();
  const made = await host.fmsadmin("certificate", "create", "fms.test", "--keyfilepass", "p");
  expect(made).toMatchObject({ code: 0, lines: [expect.stringContaining(host.at("CStore/serverKey.pem"))] });
  const imported = await host.fmsadmin(
    "certificate",
    "import",
    host.at("CStore/serverKey.pem"),
    "--keyfilepass",
    "p",
    "-y",
  );
  expect(imported.code).toBe(20630 & 0xff);
});
