import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { call } from "../support/http/call.ts";
import { startChild } from "../support/programs/child-program.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { storedRows } from "../support/tables/stored-rows.ts";
import { adminAccount } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const server = await startServer();
afterAll(() => server.close());

verifies("audit:write:crash", async () => {
  const outcomes = new Set<unknown>();
  for (let write = 1, answered = false; !answered; write += 1) {
    const dataDir = join(scratchFolder(), "data");
    answered = await createsKeyUntil(dataDir, write);
    const keys = storedRows(dataDir, "keys#data");
    const entries = storedRows(dataDir, "audit#").map(({ fields }) => fields);
    for (const { action } of entries) expect(action).toBe("createDataApiKey");
    // Never a key without its entry; an entry with `done` only with its key.
    if (keys.length > 0) expect(entries).toHaveLength(1);
    for (const { outcome } of entries) {
      outcomes.add(outcome);
      if (outcome === "done") expect(keys).toHaveLength(1);
      else expect(outcome).toBe("begun");
    }
  }
  expect([...outcomes].sort()).toEqual(["begun", "done"]);
});

/** Kills the service right after a write. Returns true if the call was answered before that number of writes. */
async function createsKeyUntil(dataDir: string, write: number): Promise<boolean> {
  const program = new URL("../support/programs/crash-at.ts", import.meta.url);
  const child = startChild(program, dataDir, server.origin, "after", String(write));
  const [baseUrl = ""] = await child.lines(1);
  child.publish("arm");
  await child.lines(2);
  const options = {
    headers: { Authorization: adminAccount },
    json: { databases: ["Contacts"], user: "api", pass: "demo-pass" },
  };
  // The connection dies with the process.
  const answer = await call(baseUrl, "POST", "/svc/api/api-key", options).catch(() => undefined);
  if (answer !== undefined) child.process.kill("SIGKILL");
  await child.ended();
  return answer !== undefined;
}
