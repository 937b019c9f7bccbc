import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { aFile, aReleaseSetup } from "../builds/support/a-release-setup.ts";
import { traces } from "../support/secrets/traces.ts";
import { watchedTools } from "../support/secrets/watched-tools.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const password = `canary of a file ${randomBytes(12).toString("hex")}`;
const file = { ...aFile("Contacts", { records: 1 }), accounts: [{ name: "Admin", password }] };
const server = await aReleaseSetup(testService, "production", [file]);
afterAll(() => server.stop());

verifies("secrets:canary:processes", "a migration shows passwords only in its tool's arguments", async () => {
  await server.built({ buildId: "release", files: [{ fileName: "Contacts", clone: true }] });
  const box = (name: string) => server.at("Data", "Backups", "Latchkey Builds", name, "release");
  mkdirSync(box("inbox"), { recursive: true });
  cpSync(box("outbox"), box("inbox"), { recursive: true });
  const runs = watchedTools(server.at);
  const account = { fileName: "Contacts", user: "Admin", password };
  const operation = { operation: "migrate", clone: account, dataSource: account, target: { fileName: "Contacts" } };
  const started = await server.post("deployment", {
    label: "Migrate",
    deployments: [{ source: { type: "build_inbox", buildId: "release" }, fileOperations: [operation] }],
  });
  const [id] = started.body.response.processIds;
  expect(await server.ended(id), await server.log(id)).toMatchObject({ state: "done" });

  const seen = runs();
  expect(seen.map(({ name }) => name)).toContain("FMDataMigration");
  for (const { name, words, environment, others } of seen) {
    // Once the tool can read a password in another way, this fails, and the exception in SECURITY.md must be removed.
    expect(words.includes(password), name).toBe(name === "FMDataMigration");
    const places = { environment: Buffer.from(environment), others: Buffer.from(others) };
    expect(traces({ password }, places), name).toEqual([]);
  }
});
