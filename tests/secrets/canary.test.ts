import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import { openVault } from "../../local-runtime/secrets/vault.ts";
import { type FmServer, startServer } from "../../sandbox/fmserver/server.ts";
import { latchkeyProcess } from "../support/programs/latchkey-process.ts";
import { processTraces } from "../support/programs/process-traces.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { canaryScenario } from "../support/secrets/canary-scenario.ts";
import { traces } from "../support/secrets/traces.ts";
import { storedRows } from "../support/tables/stored-rows.ts";
import { verifies } from "../support/verifies.ts";

const canary = (name: string) => `${name} &+%ü"\\ ${randomBytes(12).toString("hex")}`;
/** Secrets that must not be found, filled while the scenario runs. */
const secrets: Record<string, string> = {
  filePassword: canary("file"),
  otherFilePassword: canary("other"),
  adminPassword: canary("admin"),
  wrongPassword: canary("wrong"),
  wrongAdminPassword: canary("wrong admin"),
  spokenByServer: canary("server"),
  inBadJson: canary("json"),
  inQuery: canary("query"),
  inHeader: canary("header"),
  guessedToken: randomBytes(26).toString("hex"),
};
let answers: Readonly<Record<string, Buffer>> = {};
let errors: Readonly<Record<string, Buffer>> = {};
let files: Readonly<Record<string, Buffer>> = {};
let logs: Readonly<Record<string, Buffer>> = {};
let processes: Readonly<Record<string, Buffer>> = {};
let server: FmServer;

beforeAll(async () => {
  server = await startServer({ world: worldOfCanaries() });
});
afterAll(() => server.close());

// The scenario needs a test's folder and process; the tests below check what it leaves behind.
test("the scenario runs to its end", async () => {
  const folder = scratchFolder();
  const dataDir = join(folder, "data");
  const service = await latchkeyProcess({ DATA_DIR: dataDir, FMS_URL: server.origin });
  const tokens = () => sealedTokens(dataDir, `${folder}/data.key`);
  ({ answers, errors } = await canaryScenario({ baseUrl: service.baseUrl, server, secrets, tokens }));
  processes = processTraces(service.pid);
  // Once while data is still in memory and in the write-ahead log, and once after the end.
  const running = filesIn(dataDir);
  expect((await service.terminate()).code).toBe(0);
  files = {
    ...running,
    ...Object.fromEntries(Object.entries(filesIn(dataDir)).map(([name, bytes]) => [`${name} at the end`, bytes])),
    // A secret in a compressed item wouldn't be found in the file.
    "items of the table": Buffer.from(JSON.stringify(storedRows(dataDir))),
  };
  const written = Object.entries(files).filter(([name]) => name.includes("/logs/"));
  logs = { ...Object.fromEntries(written), "standard output and error": Buffer.from(service.printed()) };
  expect(Object.keys(secrets)).toEqual(
    expect.arrayContaining([
      "dataKey",
      "adminKey",
      "nativeToken",
      "adminToken",
      "sessionValue",
      "commandLineToken",
      "handOverHash",
      "metricsToken",
      "appLogToken",
      "enrollmentCode",
      "passphrase",
    ]),
  );
});

test("the search finds planted secrets, in every form that it knows", () => {
  const secret = "Kanari &+%ü 12";
  for (const text of [
    `x${secret}x`,
    encodeURIComponent(secret),
    Buffer.from(`apiKey:${secret}`).toString("base64"),
    Buffer.from(`ab:${secret}xyz`).toString("base64url"),
    Buffer.from(`a${secret}`).toString("base64"),
    Buffer.from(secret).toString("hex"),
    new URLSearchParams({ secret }).toString(),
  ]) {
    expect(traces({ secret }, { here: Buffer.from(text) }), text).toEqual(["secret in here"]);
  }
});

verifies("secrets:canary:logs", () => {
  expect(logs["standard output and error"]?.toString()).toMatch(/^Latchkey ready at /);
  const lines = Object.entries(logs).map(([, bytes]) => bytes.toString());
  expect(lines.join("")).toMatch(/"operation":"createDataApiKey"/);
  expect(lines.join("")).toMatch(/"status":50\d/);
  expect(traces(secrets, logs)).toEqual([]);
});

verifies("secrets:canary:logs", "no other file of the data folder contains an unencrypted secret", () => {
  expect(Object.keys(files).some((name) => name.endsWith("latchkey.sqlite"))).toBe(true);
  expect(Object.keys(files).some((name) => name.endsWith("-wal"))).toBe(true);
  expect(traces(secrets, files)).toEqual([]);
});

verifies("secrets:canary:answers", () => {
  expect(Object.keys(answers).length).toBeGreaterThan(15);
  expect(traces(secrets, answers)).toEqual([]);
});

verifies(
  "secrets:canary:answers",
  "exports contain no secret: trail, events, logs, figures, and the whole configuration",
  () => {
    const taken = Object.keys(answers).join("\n");
    for (const path of ["audit?limit", "events", "logs/svc-info.log", "server-info/logs", "usage", "transfer/export"])
      expect(taken).toContain(`/svc/api/${path}`);
  },
);

verifies("secrets:canary:errors", () => {
  expect(Object.keys(errors).length).toBeGreaterThan(20);
  expect(traces(secrets, errors)).toEqual([]);
});

verifies("secrets:canary:processes", () => {
  expect(Object.keys(processes).length).toBeGreaterThan(1);
  expect(Buffer.concat(Object.values(processes)).toString()).toContain("local-runtime/start.mjs");
  expect(traces(secrets, processes)).toEqual([]);
});

/** Returns the demo world with canaries as passwords. */
function worldOfCanaries() {
  const demo = readFileSync(new URL("../../sandbox/worlds/demo.json", import.meta.url), "utf8");
  const put = (text: string, from: string, to = "") => text.replaceAll(JSON.stringify(from), JSON.stringify(to));
  const { filePassword, otherFilePassword, adminPassword } = secrets;
  const passwords = [
    ["demo-pass", filePassword],
    ["private-pass", otherFilePassword],
    ["admin-pass", adminPassword],
  ] as const;
  return JSON.parse(passwords.reduce((text, [from, to]) => put(text, from, to), demo));
}

/** Returns FileMaker's own session tokens, as the service stores them. */
async function sealedTokens(dataDir: string, masterKeyFile: string): Promise<Record<string, string>> {
  const vault = openVault({
    file: masterKeyFile,
    createIfMissing: false,
    clock: systemClock,
    ids: systemIds(systemClock),
  });
  const found: Record<string, string> = {};
  for (const { pk, sk, fields } of storedRows(dataDir)) {
    for (const field of ["sealedToken", "sealedPrivateToken"]) {
      const sealed = fields[field];
      if (typeof sealed === "string")
        found[`${field} of ${sk}`] = await vault.open(sealed, {
          kind: "filemaker-session",
          item: `${pk}|${sk}`,
          field,
        });
    }
  }
  return found;
}

function filesIn(folder: string): Record<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = entries.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(name)]));
}
