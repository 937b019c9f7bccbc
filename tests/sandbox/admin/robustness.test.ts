import fc from "fast-check";
import { expect, test } from "vitest";
import { adminOperations } from "../../../sandbox/fmserver/admin-api/admin-operations.ts";
import { Settings } from "../../../sandbox/fmserver/world/schema/settings-schema.ts";
import { type Admin, anAdmin, aWorld } from "./support/an-admin.ts";

const operations = adminOperations.filter(({ access }) => access !== "own");

/** Names that some endpoint knows, so that not all bodies are rejected for their names. */
const NAMES = [
  ...Object.values(Settings.shape).flatMap((group) => Object.keys(group.unwrap().shape)),
  ...["status", "key", "force", "messageText", "name", "publicKey", "names", "ids", "id", "privileges", "ServerName"],
  ...["backupType", "messageType", "weeklyType", "onceType", "currentUsername", "domain", "email", "subject"],
  ...["__proto__", "constructor", "toString"],
];

const value = fc.oneof(
  fc.constantFrom("OPENED", "CLOSED", "PAUSED", "RUNNING", "STOPPED", "", "1", null, true, false, 0, -1, 1e99),
  fc.jsonValue({ maxDepth: 2 }),
);
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 4 }).map((fields) => JSON.stringify(fields)),
  fc.jsonValue({ maxDepth: 2 }).map((any) => JSON.stringify(any)),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const number = fc.constantFrom("1", "2", "3", "0", "-1", "99", "one", "%00", "%2F", "a%20b");
const query = fc.constantFrom("", "?graceTime=0", "?graceTime=x&messageText=%ZZ", "?source=1", "?source=");

async function ask(admin: Admin, at: number, id: string, search: string, sent: string) {
  const operation = operations[at % operations.length];
  if (operation === undefined) throw new Error("no operation");
  const path = operation.path.replace(/\{\w+\}/g, id) + search;
  const hasBody = operation.method !== "GET";
  return admin.call(operation.method, path, hasBody ? sent : undefined, {
    headers: { "content-type": "application/json" },
  });
}

test("for any request to any endpoint, the response is an envelope with a code", async () => {
  const admin = await anAdmin(aWorld({ schedules: [{ name: "One", backupType: {} }] }));
  await fc.assert(
    fc.asyncProperty(fc.nat(), number, query, body, async (at, id, search, sent) => {
      // An earlier request may have stopped the server, or restricted the addresses that can call it.
      admin.server.world.server.running = true;
      admin.server.world.server.settings.restrictAccess.restrictIPEnabled = false;
      const answer = await ask(admin, at, id, search, sent);
      expect(answer.headers.get("content-type")).toMatch(/json|zip/);
      if (answer.headers.get("content-type")?.includes("zip") === true) return;
      expect(answer.json.messages[0]).toEqual({ code: expect.stringMatching(/^\d+$/), text: expect.any(String) });
      expect(answer.status === 200).toBe(answer.code === "0");
      expect(answer.code === "0" || Object.keys(answer.response).length === 0).toBe(true);
    }),
    { numRuns: 600, seed: 20_261_121 },
  );
  expect((await admin.call("GET", "/server/status")).code).toBe("0");
});
