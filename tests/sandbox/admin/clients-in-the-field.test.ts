import { expect, test } from "vitest";
import { startServer } from "../../../sandbox/fmserver/server.ts";
import { aServer } from "../support/a-server.ts";
import { anAdmin, aWorld } from "./support/an-admin.ts";

interface Envelope {
  readonly response: Readonly<Record<string, unknown>>;
  readonly messages: readonly { readonly code: string; readonly text: string }[];
}

/**
 * Calls `run` as a typical command-line client: an empty login, the token as bearer, any first code other than "0" as a failure, and a
 * logout at the end.
 */
async function commandLineTool<Result>(
  origin: string,
  work: (call: (method: string, path: string, body?: object) => Promise<Envelope["response"]>) => Promise<Result>,
): Promise<Result> {
  const send = async (method: string, path: string, authorization: string, body?: string) => {
    const response = await fetch(`${origin}/fmi/admin/api/v2${path}`, {
      method,
      headers: { authorization, "Content-Type": "application/json", "Content-Length": String(body?.length ?? 0) },
      ...(body === undefined ? {} : { body }),
    });
    const { response: content, messages } = (await response.json()) as Envelope;
    const [first] = messages;
    if (first?.code !== "0") throw new Error(`Error: ${first?.code} (${first?.text})`);
    return content;
  };
  const login = `Basic ${Buffer.from("admin:admin-pass").toString("base64")}`;
  const token = String((await send("POST", "/user/auth", login)).token);
  try {
    return await work((method, path, body) =>
      send(method, path, `Bearer ${token}`, body === undefined ? undefined : JSON.stringify(body)),
    );
  } finally {
    await send("DELETE", `/user/auth/${token}`, `Bearer ${token}`);
  }
}

interface File {
  readonly id: string;
  readonly filename: string;
  readonly status: string;
}

test("a tool finds a file by its name, closes it, waits until it is closed, and opens it again", async () => {
  const server = await aServer({ world: aWorld({ admin: { openMilliseconds: 3000 } }) });
  const seen = await commandLineTool(server.origin, async (call) => {
    const file = async (): Promise<File> => {
      const found = ((await call("GET", "/databases")).databases as File[]).find(
        (one) => one.filename === "Contacts.fmp12",
      );
      if (found === undefined) throw new Error("no such file");
      return found;
    };
    const states: string[] = [];
    for (const [status, wanted] of [
      ["CLOSED", "CLOSED"],
      ["OPENED", "NORMAL"],
    ] as const) {
      await call("PATCH", `/databases/${(await file()).id}`, { status, messageText: "", force: true });
      for (;;) {
        const now = (await file()).status;
        if (states.at(-1) !== now) states.push(now);
        if (now === wanted) break;
        server.advance(1000);
      }
    }
    return states;
  });
  expect(seen).toEqual(["CLOSING", "CLOSED", "OPENING", "NORMAL"]);
  expect(server.counters).toMatchObject({ adminLogins: 1, adminLogouts: 1 });
  expect(server.counters.openAdminSessions()).toBe(0);
});

test("a tool lists clients and schedules, runs one by its name, and disconnects everyone", async () => {
  const server = await aServer({ world: aWorld({ schedules: [{ name: "Daily", backupType: {} }] }) });
  await commandLineTool(server.origin, async (call) => {
    const schedules = (await call("GET", "/schedules")).schedules as { id: string; name: string }[];
    const daily = schedules.find(({ name }) => name === "Daily");
    await call("PATCH", `/schedules/${daily?.id}`, { status: "RUNNING" });
    for (const { id } of (await call("GET", "/clients")).clients as { id: string }[]) {
      await call("DELETE", `/clients/${id}?messageText=&graceTime=0`);
    }
    expect(await call("GET", "/clients")).toEqual({ clients: [] });
  });
});

test("a failing tool prints the server's error number and leaves no session behind", async () => {
  const server = await aServer({ world: aWorld() });
  const failing = commandLineTool(server.origin, (call) => call("PATCH", "/schedules/9", { enabled: false }));
  await expect(failing).rejects.toThrow("Error: 10600 (Schedule at specified index does not exist)");
  expect(server.counters.openAdminSessions()).toBe(0);
});

test("after the clock is turned from outside, due events happen with the next request", async () => {
  let turned = 0;
  const clock = { now: () => Date.UTC(2026, 10, 20, 8, 30) + turned };
  const admin = await anAdmin(aWorld({ admin: { openMilliseconds: 60_000 } }), { clock });
  await admin.call("PATCH", "/databases/1", { status: "CLOSED", force: true });
  turned = 59_999;
  expect(await admin.stateOf("Contacts.fmp12")).toBe("CLOSING");
  turned = 60_000;
  expect(await admin.stateOf("Contacts.fmp12")).toBe("CLOSED");
});

test("a server with running schedules and waits closes immediately", async () => {
  const weeklyType = { startTimeStamp: "2026-01-05T08:00:00", daysOfTheWeek: ["MON" as const] };
  const schedules = [{ name: "Slow", runMilliseconds: 600_000, backupType: {}, weeklyType }];
  const server = await startServer({ world: aWorld({ schedules }), adminPort: 0 });
  await commandLineTool(server.origin, (call) => call("PATCH", "/schedules/1", { status: "RUNNING" }));
  await server.close();
  await expect(fetch(`${server.adminOrigin}/fmi/admin/api/v2/databases`)).rejects.toThrow();
});
