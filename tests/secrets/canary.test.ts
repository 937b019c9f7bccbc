import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../local-runtime/clock.ts";
import { systemIds } from "../../local-runtime/ids.ts";
import { openVault } from "../../local-runtime/vault.ts";
import { type FmServer, startServer } from "../../sandbox/fmserver/server.ts";
import { type Answer, type CallOptions, call } from "../support/call.ts";
import { basicAuth } from "../support/house.ts";
import { latchkeyProcess } from "../support/latchkey-process.ts";
import { processTraces } from "../support/process-traces.ts";
import { recordsPath } from "../support/records-path.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { storedRows } from "../support/stored-rows.ts";
import { traces } from "../support/traces.ts";
import { verifies } from "../support/verifies.ts";

const canary = (name: string) => `${name} &+%ü"\\ ${randomBytes(12).toString("hex")}`;
/** Everything that must not be found again, filled while the scenario runs. */
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
const answers: Record<string, Buffer> = {};
const errors: Record<string, Buffer> = {};
let files: Readonly<Record<string, Buffer>> = {};
let logs: Readonly<Record<string, Buffer>> = {};
let processes: Readonly<Record<string, Buffer>> = {};
let server: FmServer;

beforeAll(async () => {
  server = await startServer({ world: worldOfCanaries() });
});
afterAll(() => server.close());

// The scenario needs the folder and the process of a test; what it leaves behind is looked at by the tests below.
test("the scenario runs to its end", async () => {
  const folder = scratchFolder();
  const dataDir = join(folder, "data");
  const service = await latchkeyProcess({ DATA_DIR: dataDir, FMS_URL: server.origin });
  await scenario(service.baseUrl, () => sealedTokens(dataDir, `${folder}/data.key`));
  processes = processTraces(service.pid);
  // Once with all that is in memory and in the write-ahead log, and once after the end.
  const running = filesIn(dataDir);
  expect((await service.terminate()).code).toBe(0);
  files = {
    ...running,
    ...Object.fromEntries(Object.entries(filesIn(dataDir)).map(([name, bytes]) => [`${name} at the end`, bytes])),
  };
  const written = Object.entries(files).filter(([name]) => name.includes("/logs/"));
  logs = { ...Object.fromEntries(written), "standard output and error": Buffer.from(service.printed()) };
  expect(Object.keys(secrets)).toEqual(expect.arrayContaining(["dataKey", "adminKey", "nativeToken", "adminToken"]));
});

test("the search finds what is there, in every form that it knows", () => {
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

verifies("secrets:canary:logs", "nor in any other file of the data folder, where all of them are sealed", () => {
  expect(Object.keys(files).some((name) => name.endsWith("latchkey.sqlite"))).toBe(true);
  expect(Object.keys(files).some((name) => name.endsWith("-wal"))).toBe(true);
  expect(traces(secrets, files)).toEqual([]);
});

verifies("secrets:canary:answers", () => {
  expect(Object.keys(answers).length).toBeGreaterThan(15);
  expect(traces(secrets, answers)).toEqual([]);
});

verifies("secrets:canary:errors", () => {
  expect(Object.keys(errors).length).toBeGreaterThan(20);
  expect(traces(secrets, errors)).toEqual([]);
});

verifies("secrets:canary:processes", () => {
  expect(Object.keys(processes).length).toBeGreaterThan(1);
  expect(Buffer.concat(Object.values(processes)).toString()).toContain("local-runtime/start.ts");
  expect(traces(secrets, processes)).toEqual([]);
});

/** Uses of every kind, and failures of every kind that a caller or the server can bring about. */
async function scenario(baseUrl: string, tokens: () => Promise<Record<string, string>>): Promise<void> {
  const { filePassword = "", adminPassword = "" } = secrets;
  const { wrongPassword = "", wrongAdminPassword = "", guessedToken = "" } = secrets;
  let count = 0;
  /** A call whose answer may hold no secret at all. */
  const quiet = async (method: string, path: string, options?: CallOptions): Promise<Answer> => {
    const answer = await call(baseUrl, method, path, options);
    count += 1;
    const said = Buffer.concat([answer.bytes, Buffer.from(`\n${answer.rawHeaders.join("\n")}`)]);
    (answer.status < 400 ? answers : errors)[`answer ${count} (${method} ${path.slice(0, 40)})`] = said;
    return answer;
  };
  const admin = { Authorization: basicAuth("admin", adminPassword) };
  const wish = { databases: ["Contacts", "Orders"], user: "api", pass: filePassword, label: "canary" };
  const adminWish = { label: "canary", user: "admin", pass: adminPassword };

  // The two answers that show a key, and the two that show a token, are the only ones that may.
  const dataKey = (await call(baseUrl, "POST", "/svc/api/api-key", { headers: admin, json: wish })).body.response.key;
  const adminKey = (await call(baseUrl, "POST", "/svc/api/admin-api-key", { headers: admin, json: adminWish })).body
    .response.key;
  const asAccount = { Authorization: basicAuth("apiKey", dataKey) };
  const sessions = "/svc/fmi/data/vLatest/databases/Contacts/sessions";
  const nativeToken = (await call(baseUrl, "POST", sessions, { headers: asAccount, json: {} })).body.response.token;
  const login = { headers: { ...admin, "Content-Type": "application/json" }, body: "{}" };
  const adminToken = (await call(server.origin, "POST", "/fmi/admin/api/v2/user/auth", login)).body.response.token;
  Object.assign(secrets, { dataKey, adminKey, nativeToken, adminToken });

  for (const headers of [admin, { Authorization: `Bearer ${adminKey}` }, { Authorization: `Bearer ${adminToken}` }]) {
    await quiet("GET", "/svc/api/api-key", { headers });
    await quiet("GET", `/svc/api/api-key/${dataKey}`, { headers });
    await quiet("GET", `/svc/api/admin-api-key/${adminKey}`, { headers });
    await quiet("PATCH", `/svc/api/api-key/${dataKey}`, {
      headers,
      json: { label: "again", user: "api", pass: filePassword },
    });
    await quiet("POST", "/svc/api/api-key", { headers, json: { ...wish, returnExisting: true } });
    await quiet("POST", `/svc/api/api-key/${encodeURIComponent(dataKey)}/logout`, { headers });
  }
  const setGlobals = { key: nativeToken, json: { globalFields: {} } };
  await quiet("PATCH", "/svc/fmi/data/vLatest/databases/Contacts/globals", setGlobals);
  await quiet("GET", recordsPath(), { key: nativeToken });
  await quiet("GET", recordsPath(), { key: dataKey });
  await quiet("GET", recordsPath(), { headers: asAccount });
  await quiet("GET", `${recordsPath()}&apiKey=${dataKey}`);
  await quiet("GET", `/svc/fmi/data/vLatest/databases?apiKey=${encodeURIComponent(dataKey)}`);
  await quiet("GET", "/svc/fmi/data/vLatest/validateSession", { key: nativeToken });

  const ofFileMaker = await tokens();
  expect(Object.keys(ofFileMaker).length).toBeGreaterThan(1);
  Object.assign(secrets, ofFileMaker);

  // Wrong passwords and keys, in every place where one may stand.
  await quiet("GET", "/svc/api/api-key", { headers: { Authorization: basicAuth("admin", wrongAdminPassword) } });
  await quiet("GET", "/svc/api/api-key", { headers: { Authorization: basicAuth(wrongAdminPassword, "x") } });
  await quiet("GET", "/svc/api/api-key", { headers: { Authorization: `Bearer ${guessedToken}` } });
  await quiet("GET", "/svc/api/api-key", { headers: { Authorization: basicAuth("apiKey", adminKey) } });
  await quiet("GET", "/svc/api/api-key", { headers: { Authorization: basicAuth(adminKey, adminPassword) } });
  await quiet("GET", `/svc/api/api-key?apiKey=${adminKey}`);
  await quiet("POST", "/svc/api/api-key", { headers: admin, json: { ...wish, pass: wrongPassword } });
  await quiet("POST", "/svc/api/api-key", { headers: admin, json: { ...wish, databases: ["Private", "Nowhere"] } });
  await quiet("POST", "/svc/api/api-key/create-only", { json: { ...wish, pass: wrongPassword } });
  await quiet("POST", "/svc/api/admin-api-key", { headers: admin, json: { ...adminWish, pass: wrongAdminPassword } });
  await quiet("PATCH", `/svc/api/api-key/${dataKey}`, { headers: admin, json: { user: "api", pass: wrongPassword } });
  await quiet("POST", sessions, { headers: { Authorization: basicAuth("api", filePassword) }, json: {} });
  await quiet("GET", recordsPath(), { key: guessedToken });
  await quiet("GET", recordsPath("Private.fmp12"), { key: dataKey });
  await quiet("DELETE", `${sessions}/${guessedToken}`);
  await quiet("POST", "/svc/api/api-key/bulk-delete", {
    headers: admin,
    json: { keys: [`${dataKey}x`, `x${adminKey}`] },
  });

  // Bodies, queries and headers that are not what they should be.
  const bad = { ...admin, "Content-Type": "application/json" };
  await quiet("POST", "/svc/api/api-key", { headers: bad, body: `{"pass": "${secrets.inBadJson}` });
  await quiet("POST", "/svc/api/api-key", { headers: bad, body: `{"user":"a", "pass": ${secrets.inBadJson}}` });
  await quiet("POST", "/svc/api/api-key", {
    headers: admin,
    json: { pass: [secrets.inBadJson], user: secrets.inBadJson },
  });
  await quiet("POST", "/svc/api/api-key", { headers: admin, body: `pass=${secrets.inBadJson}` });
  const query = encodeURIComponent(String(secrets.inQuery));
  await quiet("GET", `/svc/api/api-key?cursor=${query}&pass=${query}`, { headers: admin });
  await quiet("GET", `/svc/api/nowhere?pass=${query}`, { headers: admin });
  await quiet("GET", `/svc/fmi/nowhere?apiKey=${query}`);
  const header = encodeURIComponent(String(secrets.inHeader));
  await quiet("GET", "/svc/api/api-key/1", { headers: { "X-Password": header, Cookie: `session=${header}` } });
  await quiet("GET", `/svc/api/api-key/${dataKey}%ff`, { headers: admin });

  // A server that fails, and says things that are nobody's business.
  const failing = { kind: "status", status: 500, code: "-1", message: String(secrets.spokenByServer) } as const;
  for (const fault of [
    failing,
    { ...failing, status: 503, body: "html" },
    { kind: "deadToken", times: 1 },
    { kind: "reset" },
    { kind: "stopped" },
    { kind: "tooManySessions" },
    { kind: "wrongPassword" },
  ] as const) {
    server.faults.set(fault);
    await quiet("POST", "/svc/api/api-key", { headers: { Authorization: `Bearer ${adminKey}` }, json: wish });
    await quiet("POST", "/svc/api/admin-api-key", {
      headers: { Authorization: `Bearer ${adminKey}` },
      json: adminWish,
    });
    await quiet("POST", `/svc/api/api-key/${dataKey}/logout`, { headers: { Authorization: `Bearer ${adminKey}` } });
    const proxied = await call(baseUrl, "GET", recordsPath(), { key: dataKey });
    // What the server says to a proxied call is the caller's.
    errors[`proxied during ${fault.kind}`] = Buffer.from(proxied.text.replace(JSON.stringify(failing.message), ""));
  }
  server.faults.clear();
}

/** The demo world with canaries for passwords. */
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

/** FileMaker's own session tokens, as the service keeps them. */
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
        found[`${field} of ${sk}`] = await vault.open(sealed, { item: `${pk}|${sk}`, field });
    }
  }
  return found;
}

function filesIn(folder: string): Record<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = entries.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(name)]));
}
