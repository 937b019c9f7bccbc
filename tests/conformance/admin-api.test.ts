import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AdminSubject, adminSubject, isAdminSubjectNamed } from "./support/admin-subject.ts";

/** Tests the protocol reference of the Admin API on the sandbox, or on a real server if FMS_URL is set. */
let server: AdminSubject;

describe.runIf(isAdminSubjectNamed())("the Admin API", () => {
  beforeAll(async () => {
    server = await adminSubject();
  });

  afterAll(async () => {
    await server?.close();
  });

  test("a sign-in with an empty body returns a long token", async () => {
    const answer = await server.ask("POST", "/user/auth", { authorization: server.basic });
    expect(answer).toMatchObject({ status: 200, messages: [{ code: "0", text: expect.any(String) }] });
    expect(answer.response.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const bye = await server.ask("DELETE", `/user/auth/${String(answer.response.token)}`);
    expect(bye).toMatchObject({ status: 200, code: "0" });
    const after = await server.ask("GET", "/server/metadata", { token: String(answer.response.token) });
    expect(after.status).toBe(401);
    expect(after.code).not.toBe("0");
  });

  test("credentials in the body, and wrong ones, open no session", async () => {
    const body = '{"username":"nobody-of-that-name","password":"wrong"}';
    expect((await server.ask("POST", "/user/auth", { body })).status).toBeGreaterThanOrEqual(400);
    const authorization = `Basic ${Buffer.from("nobody-of-that-name:wrong").toString("base64")}`;
    expect(await server.ask("POST", "/user/auth", { authorization })).toMatchObject({ status: 401, code: "212" });
  });

  test("a probe without an account shows that the server is there", async () => {
    expect([400, 401]).toContain((await server.ask("POST", "/server/metadata")).status);
  });

  test("the server returns its name and version", async () => {
    const { response } = await server.call("GET", "/server/metadata");
    expect(response.ServerName ?? response.serverName).toEqual(expect.any(String));
    expect(String(response.ServerVersion ?? response.serverVersion)).toMatch(/^\d+\.\d+\.\d+/);
  });

  test("files are listed with the keys that clients read", async () => {
    const { response } = await server.call("GET", "/databases");
    expect(response).toMatchObject({ totalDBCount: expect.any(Number), databases: expect.any(Array) });
    for (const file of response.databases as readonly unknown[]) {
      expect(file).toMatchObject({
        id: expect.stringMatching(/^\d+$/),
        filename: expect.stringMatching(/\.fmp12$/i),
        folder: expect.stringMatching(/^file(?:linux|mac|win):\/.*\/$/),
        status: expect.stringMatching(/^(?:NORMAL|CLOSED|PAUSED|OPENING|CLOSING)$/),
      });
    }
  });

  test("clients and schedules are lists", async () => {
    expect((await server.call("GET", "/clients")).response.clients).toEqual(expect.any(Array));
    const { response } = await server.call("GET", "/schedules");
    for (const schedule of response.schedules as readonly Record<string, unknown>[]) {
      expect(schedule).toMatchObject({ id: expect.anything(), name: expect.any(String), enabled: expect.any(Boolean) });
      const one = await server.call("GET", `/schedules/${String(schedule.id)}`);
      expect(one.response.schedule).toMatchObject({ name: schedule.name });
    }
  });

  test.each([
    ["/server/status", ["status"]],
    ["/server/config/general", ["cacheSize", "maxFiles", "maxProConnections", "maxPSOS"]],
    ["/server/config/security", ["requireSecureDB"]],
    ["/fmdapi/config", ["enabled"]],
    ["/fmodata/config", ["enabled"]],
    ["/server/config/pkipublickey", ["pkiPublicKey"]],
  ])("%s has %j", async (path, keys) => {
    const { status, response } = await server.call("GET", path);
    expect(status).toBe(200);
    expect(Object.keys(response)).toEqual(expect.arrayContaining([...keys]));
  });

  test("a missing resource, a wrong verb, a wrong value, and a malformed body are rejected, each with a code", async () => {
    for (const [method, path, body] of [
      ["GET", "/no-such-place", undefined],
      ["PUT", "/databases", "{}"],
      ["PATCH", "/databases/999999", '{"status":"OPENED"}'],
      ["DELETE", "/clients/999999?graceTime=0", undefined],
      ["PATCH", "/server/config/general", '{"cacheSize":"many"}'],
      ["PATCH", "/server/config/general", "{"],
    ] as const) {
      const answer = await server.call(method, path, body);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.code).not.toBe("0");
    }
  });

  test("Basic on any endpoint opens a session, whose token is returned in a header", async () => {
    const answer = await server.ask("GET", "/server/metadata", { authorization: server.basic });
    const token = answer.headers.get("x-fm-access-token") ?? "";
    expect((await server.ask("GET", "/server/metadata", { token })).status).toBe(200);
    expect((await server.ask("DELETE", `/user/auth/${token}`)).code).toBe("0");
  });
});
