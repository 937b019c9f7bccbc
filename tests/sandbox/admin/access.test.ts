import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { adminOperations } from "../../../sandbox/fmserver/admin-api/admin-operations.ts";
import { basic } from "../support/a-server.ts";
import { API, anAdmin, aWorld } from "./support/an-admin.ts";

const keeper = { name: "keeper", password: "keeper-pass", privileges: ["SCHEDULE_BACKUP" as const] };

async function tokenOf(admin: Awaited<ReturnType<typeof anAdmin>>, account = "keeper:keeper-pass"): Promise<string> {
  const answer = await admin.server.ask("POST", `${API}/user/auth`, { headers: basic(account) });
  return String(answer.response.token);
}

test("every endpoint except the sign-in requires authentication", async () => {
  const admin = await anAdmin();
  for (const { method, path } of adminOperations.filter(({ access }) => access !== "own")) {
    const answer = await admin.server.ask(method, API + path.replace(/\{\w+\}/g, "1"));
    expect({ method, path, status: answer.status, code: answer.code }).toMatchObject({ status: 401, code: "1702" });
  }
});

test("a role can do what its privileges name, and otherwise gets 403 and 9", async () => {
  const admin = await anAdmin(aWorld({ admin: { roles: [keeper] } }));
  const sent = { token: await tokenOf(admin) };
  const may = async (method: string, path: string, body?: object) =>
    (await admin.call(method, path, body, sent)).status !== 403;
  expect(await may("GET", "/server/metadata")).toBe(true);
  expect(await may("GET", "/server/status")).toBe(true);
  expect(await may("GET", "/schedules")).toBe(true);
  expect(await may("POST", "/schedules/backup", { name: "Mine", backupType: {} })).toBe(true);
  expect(await may("PATCH", "/schedules/1", { status: "RUNNING" })).toBe(true);
  expect(await may("POST", "/schedules/message", { name: "Other" })).toBe(false);
  for (const { method, path, access } of adminOperations) {
    if (access === "own" || access === "anyone" || access.includes("SCHEDULE_BACKUP")) continue;
    expect(await admin.call(method, path.replace(/\{\w+\}/g, "1"), undefined, sent)).toMatchObject({
      status: 403,
      code: "9",
    });
  }
});

test("roles are created, changed, listed without their passwords, and deleted, which ends their sessions", async () => {
  const admin = await anAdmin();
  const made = await admin.call("POST", "/server/adminrole", { ...keeper, homeFolder: "filelinux:/home/" });
  expect(made.response.adminRole).toEqual({
    id: "1",
    name: "keeper",
    homeFolder: "filelinux:/home/",
    privileges: ["SCHEDULE_BACKUP"],
    xauthGroup: "",
    description: "",
    enabled: true,
  });
  const sent = { token: await tokenOf(admin) };
  expect((await admin.call("GET", "/databases", undefined, sent)).status).toBe(403);
  await admin.call("PATCH", "/server/adminrole", { id: "1", privileges: ["DATABASE_MANAGEMENT"] });
  expect((await admin.call("GET", "/databases", undefined, sent)).status).toBe(200);
  expect((await admin.call("GET", "/server/adminrole")).text).not.toContain("keeper-pass");
  expect((await admin.call("DELETE", "/server/adminrole", { ids: ["1"] })).code).toBe("0");
  expect(await admin.call("GET", "/databases", undefined, sent)).toMatchObject({ status: 401, code: "952" });
});

test("a disabled role can't sign in, and one without a password never could", async () => {
  const roles = [{ ...keeper, enabled: false }, { name: "silent" }];
  const admin = await anAdmin(aWorld({ admin: { roles } }));
  for (const account of ["keeper:keeper-pass", "silent:", "silent:undefined"]) {
    const answer = await admin.server.ask("POST", `${API}/user/auth`, { headers: basic(account) });
    expect(answer).toMatchObject({ status: 401, code: "212" });
  }
});

test.each([
  ["POST", { name: "Keeper" }, 400, "1708"],
  ["POST", { name: "ADMIN" }, 400, "1708"],
  ["POST", { name: "new", privileges: ["EVERYTHING"] }, 400, "1708"],
  ["POST", {}, 400, "1707"],
  ["PATCH", { id: "9", name: "x" }, 404, "1700"],
  ["DELETE", { ids: ["1", "9"] }, 404, "1700"],
])("%s of a role with %j is rejected with %i and %s", async (method, body, status, code) => {
  const admin = await anAdmin(aWorld({ admin: { roles: [keeper] } }));
  expect(await admin.call(method, "/server/adminrole", body)).toMatchObject({ status, code });
  expect((await admin.call("GET", "/server/adminrole")).response.adminRoles).toHaveLength(1);
});

test("the account's name and password can be changed with the old ones", async () => {
  const admin = await anAdmin();
  const change = { currentUsername: "admin", newUsername: "boss", newPassword: "boss-pass" };
  expect(await admin.call("POST", "/server/rootadmin", { ...change, currentPassword: "wrong" })).toMatchObject({
    status: 401,
    code: "212",
  });
  await admin.call("POST", "/server/rootadmin", { ...change, currentPassword: "admin-pass" });
  const signIn = (account: string) => admin.server.ask("POST", `${API}/user/auth`, { headers: basic(account) });
  expect((await signIn("admin:admin-pass")).code).toBe("212");
  expect((await signIn("boss:boss-pass")).code).toBe("0");
});

test("with access limited to addresses, others get 403 on the public port, and none on the machine's own", async () => {
  const admin = await anAdmin(aWorld(), { adminPort: 0 });
  await admin.call("PATCH", "/server/restrictaccess", {
    restrictIPEnabled: true,
    restrictIPList: "10.0.0.1, 10.0.0.2",
  });
  expect(await admin.call("GET", "/databases")).toMatchObject({ status: 403, code: "9" });
  const allowed = await fetch(`${admin.server.adminOrigin}${API}/server/restrictaccess`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
    body: JSON.stringify({ restrictIPList: ["127.0.0.1"] }),
  });
  expect(allowed.status).toBe(200);
  expect((await admin.call("GET", "/databases")).status).toBe(200);
});

test("the machine's own port has the Admin API, with the same sessions, and nothing else", async () => {
  const admin = await anAdmin(aWorld(), { adminPort: 0 });
  const { adminOrigin } = admin.server;
  expect(adminOrigin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const headers = { authorization: `Bearer ${admin.token}` };
  expect((await fetch(`${adminOrigin}${API}/databases`, { headers })).status).toBe(200);
  for (const path of ["/fmi/data/vLatest/productInfo", "/fmi/odata/v4", "/sandbox/state", "/"]) {
    expect((await fetch(adminOrigin + path)).status).toBe(404);
  }
});

const elsewhere = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === "IPv4")?.address;

test.runIf(elsewhere !== undefined)("that port isn't available to remote callers", async () => {
  const admin = await anAdmin(aWorld(), { adminPort: 0, host: "0.0.0.0" });
  const { port } = new URL(admin.server.adminOrigin ?? "");
  await expect(fetch(`http://${elsewhere}:${port}${API}/databases`)).rejects.toThrow();
});

test("faults apply there too", async () => {
  const admin = await anAdmin();
  admin.server.faults.set({ kind: "tooManySessions", path: "/user/auth$", times: 1 });
  const signIn = () => admin.server.ask("POST", `${API}/user/auth`, { headers: basic("admin:admin-pass") });
  expect((await signIn()).code).toBe("956");
  expect((await signIn()).code).toBe("0");
  admin.server.faults.set({ kind: "deadToken", times: 1 });
  expect(await admin.call("GET", "/clients")).toMatchObject({ status: 401, code: "952" });
});
