import { expect, test } from "vitest";
import { aServer, basic } from "./support/a-server.ts";

const RECORD = "/layouts/People/records/1";

test("wrongPassword rejects right passwords without locking the account", async () => {
  const server = await aServer();
  server.faults.set({ kind: "wrongPassword" });
  for (let at = 0; at < 20; at += 1) {
    expect((await server.people("POST", "/sessions", { body: {}, headers: basic("full:full-pass") })).code).toBe("212");
    expect((await server.ask("POST", "/fmi/admin/api/v2/user/auth", { headers: basic("admin:admin-pass") })).code).toBe(
      "212",
    );
  }
  server.faults.clear();
  expect((await server.people("POST", "/sessions", { body: {}, headers: basic("full:full-pass") })).code).toBe("0");
});

test("deadToken once kills one session, a new one works", async () => {
  const server = await aServer();
  const token = await server.login();
  server.faults.set({ kind: "deadToken", times: 1 });
  expect(await server.people("GET", RECORD, { token })).toMatchObject({ status: 401, code: "952" });
  expect((await server.people("GET", RECORD, { token })).code).toBe("952");
  expect((await server.people("GET", RECORD, { token: await server.login() })).code).toBe("0");
  expect(server.counters.faults).toBe(1);
});

test("deadToken always kills every session, including the Admin API's", async () => {
  const server = await aServer();
  server.faults.set([{ kind: "deadToken" }]);
  for (let at = 0; at < 3; at += 1)
    expect((await server.people("GET", RECORD, { token: await server.login() })).code).toBe("952");
  expect((await server.ask("GET", "/fmi/admin/api/v2/databases", { token: await server.adminLogin() })).code).toBe(
    "952",
  );
});

test("tooManySessions, lockedRecord, and a path to scope them", async () => {
  const server = await aServer();
  const token = await server.login();
  server.faults.set([{ kind: "tooManySessions" }, { kind: "lockedRecord", path: "/records/1$" }]);
  expect((await server.people("POST", "/sessions", { body: {}, headers: basic("full:full-pass") })).code).toBe("956");
  const body = { fieldData: { code: "Z" } };
  expect(await server.people("PATCH", RECORD, { token, body })).toMatchObject({ status: 500, code: "301" });
  expect((await server.people("DELETE", RECORD, { token })).code).toBe("301");
  expect((await server.people("PATCH", "/layouts/People/records/2", { token, body })).code).toBe("0");
});

test("a status is returned as an envelope, as HTML, or empty, with headers", async () => {
  const server = await aServer();
  server.faults.set({
    kind: "status",
    status: 503,
    code: "1701",
    message: "stopping",
    headers: { "Retry-After": "2" },
  });
  const envelope = await server.people("GET", RECORD);
  expect(envelope.status).toBe(503);
  expect(envelope.headers.get("retry-after")).toBe("2");
  expect(envelope.text).toBe('{"messages":[{"code":"1701","message":"stopping"}],"response":{}}');
  const admin = await server.ask("GET", "/fmi/admin/api/v2/databases");
  expect(admin.json.messages).toEqual([{ code: "1701", text: "stopping" }]);
  server.faults.set({ kind: "status", status: 500, body: "html" });
  expect((await server.people("GET", RECORD)).headers.get("content-type")).toContain("text/html");
  server.faults.set({ kind: "status", status: 504, body: "empty" });
  expect(await server.people("GET", RECORD)).toMatchObject({ status: 504, text: "" });
});

test("a rate distributes a status evenly, skip lets the first ones pass, times ends it", async () => {
  const server = await aServer();
  const statuses = async (count: number) => {
    const list: number[] = [];
    for (let at = 0; at < count; at += 1) list.push((await server.ask("GET", "/fmi/data/v2/productInfo")).status);
    return list;
  };
  server.faults.set({ kind: "status", status: 500, rate: 0.25 });
  expect(await statuses(8)).toEqual([200, 200, 200, 500, 200, 200, 200, 500]);
  server.faults.set({ kind: "status", status: 500, skip: 1, times: 2 });
  expect(await statuses(5)).toEqual([200, 500, 500, 200, 200]);
});

test("a reset closes the connection before the response or in the middle", async () => {
  const server = await aServer();
  const token = await server.login();
  server.faults.set({ kind: "reset", times: 1 });
  await expect(server.people("GET", RECORD, { token })).rejects.toThrow();
  server.faults.set({ kind: "reset", at: "body", times: 1 });
  const response = await fetch(`${server.origin}/fmi/data/vLatest/databases/People${RECORD}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  expect((await server.people("GET", RECORD, { token })).code).toBe("0");
});

test("a hang returns no response, or half of one, until the caller disconnects", async () => {
  const server = await aServer();
  server.faults.set([{ kind: "hang", at: "headers", times: 1 }]);
  const leave = new AbortController();
  const silent = fetch(`${server.origin}/fmi/data/v2/productInfo`, { signal: leave.signal });
  await expect.poll(() => server.counters.faults).toBe(1);
  leave.abort();
  await expect(silent).rejects.toThrow("aborted");

  server.faults.set([{ kind: "hang", at: "body", times: 1 }]);
  const leaveToo = new AbortController();
  const half = await fetch(`${server.origin}/fmi/data/v2/productInfo`, { signal: leaveToo.signal });
  const reader = half.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(value?.length).toBe(Math.ceil(Number(half.headers.get("content-length")) / 2));
  leaveToo.abort();
  await expect(reader?.read()).rejects.toThrow("aborted");
});

test("slow waits on the server's clock, before the response and between its parts", async () => {
  const server = await aServer();
  server.faults.set({ kind: "slow", latencyMs: 3_600_000, times: 1 });
  let answered = false;
  const late = server.ask("GET", "/fmi/data/v2/productInfo").then((answer) => {
    answered = true;
    return answer;
  });
  await expect.poll(() => server.counters.faults).toBe(1);
  expect(answered).toBe(false);
  server.advance(3_600_000);
  expect((await late).code).toBe("0");
  server.faults.set({ kind: "slow", kbps: 1, times: 1 });
  expect((await server.ask("GET", "/fmi/data/v2/productInfo")).code).toBe("0");
});

test("a stopped engine is the web server's HTML 502", async () => {
  const server = await aServer();
  server.faults.set({ kind: "stopped", method: "GET" });
  const answer = await server.ask("GET", "/fmi/data/v2/productInfo");
  expect(answer.status).toBe(502);
  expect(answer.headers.get("content-type")).toContain("text/html");
});

test("scriptDelay delays every script", async () => {
  const server = await aServer();
  const token = await server.login();
  server.faults.set({ kind: "scriptDelay", milliseconds: 3_600_000 });
  const answer = server.people("GET", "/layouts/People/script/JSON", { token });
  await expect.poll(() => server.counters.faults).toBe(1);
  server.advance(3_600_000);
  expect((await answer).response).toMatchObject({ scriptError: "0" });
});

test("a closing server leaves no caller hanging", async () => {
  const server = await aServer();
  server.faults.set({ kind: "hang" });
  const silent = fetch(`${server.origin}/fmi/data/v2/productInfo`);
  await expect.poll(() => server.counters.faults).toBe(1);
  await Promise.all([expect(silent).rejects.toThrow(), server.close()]);
});
