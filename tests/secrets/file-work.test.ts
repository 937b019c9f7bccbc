import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { aFileOperationSetup } from "../files/operations/support/a-file-operation-setup.ts";
import { adding } from "../files/patch/support/a-patch-setup.ts";
import { traces } from "../support/secrets/traces.ts";
import { fileTools, watchedTools } from "../support/secrets/watched-tools.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const canary = (name: string) => `${name}+%ü ${randomBytes(12).toString("hex")}`;
const secrets = {
  fullAccess: canary("full access"),
  encryption: canary("encryption"),
  wrong: canary("wrong"),
  script: canary("script account"),
  parameter: canary("script parameter"),
};
const admin = "admin-pass";

const owner = { name: "Admin", password: secrets.fullAccess };
const runner = { name: "runner", password: secrets.script, privilegeSet: "Scripts" };
const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }), {
  server: { version: "26.0.1.68" },
  admin: { accounts: [{ name: "admin", password: admin }], openMilliseconds: 0, closeGraceSeconds: 0 },
  databases: ["Contacts", "Orders"].map((name) => ({
    name,
    accounts: [owner, runner],
    hasGuids: true,
    privilegeSets: [{ name: "Scripts", extendedPrivileges: [] }],
    scripts: [{ name: "Fail", steps: [{ error: 500 }] }],
  })),
});
const { service } = setup;
afterAll(() => setup.stop());
// Copies of open files then use fmsadmin, which gets the account.
service.sandbox.faults.set({ kind: "status", status: 403, code: "9", method: "POST", path: "/schedules/backup$" });

const runs = watchedTools(setup.at);

const account = { username: "Admin", password: secrets.fullAccess };
const { encryption: encryptionKey } = secrets;
const inPlace = { sourceFile: "Contacts", inPlace: true, ...account };
const patch = { sourceFile: "Orders", patchFiles: [{ xml: adding("Visits") }], ...account };

const works: readonly (readonly [string, object])[] = [
  ["fm-file/encrypt", { ...inPlace, sharedID: "shop", encryptionKey }],
  ["fm-file/recover", { sourceFile: "Contacts", targetFile: { filename: "Recovered" }, ...account, encryptionKey }],
  ["fm-file/Contacts/save-as-xml", { ...account, encryptionKey }],
  ["fm-file/decrypt", { ...inPlace, encryptionKey: secrets.wrong }],
  ["fm-file/download", { files: [{ file: "Orders", ...account }], type: "xml" }],
  ["fm-file/apply-patch", { ...patch, password: secrets.wrong }],
  ["fm-file/apply-patch", patch],
  [
    "script/run-via-schedule",
    {
      file: { name: "Orders", user: "runner", password: secrets.script },
      script: { name: "Fail", param: secrets.parameter },
    },
  ],
];

verifies("secrets:canary:file-work", async () => {
  const reported: Record<string, Buffer> = {};
  const ends: string[] = [];
  const asked = async (method: string, path: string, json?: object) => {
    const answer = await service.admin(method, `/svc/api/${path}`, json);
    reported[`${Object.keys(reported).length} ${method} ${path}`] = answer.bytes;
    return answer;
  };
  for (const [path, json] of works) {
    const { status, body } = await asked("POST", path, json);
    expect([200, 202], `${path} ${JSON.stringify(body)}`).toContain(status);
    const id = body.response.processId;
    const process = async () => (await service.admin("GET", `/svc/api/processes/${id}`)).body.response.process;
    while ((await process()).endedAt === null) await service.turn(100);
    ends.push((await process()).state);
    for (const part of ["", "/log", "/log.txt", "/tool-log"]) await asked("GET", `processes/${id}${part}`);
  }
  expect(ends).toEqual(["done", "done", "done", "failed", "done", "failed", "done", "doneWithErrors"]);
  await asked("GET", "audit");
  reported.logs = Buffer.from(await service.logs());
  reported.rows = Buffer.from(JSON.stringify(await service.rows()));
  const journals = readdirSync(setup.agentFolder, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of journals.filter((entry) => entry.isFile()))
    reported[`agent ${name}`] = readFileSync(join(parentPath, name));
  expect(traces({ ...secrets, admin }, reported)).toEqual([]);

  expect(new Set(runs().map(({ name }) => name))).toEqual(new Set(["FMDeveloperTool", "FMUpgradeTool", "fmsadmin"]));
  for (const [at, { name, words, environment, others }] of runs().entries()) {
    expect(traces({ ...secrets, admin }, { [`environment of ${name} ${at}`]: Buffer.from(environment) })).toEqual([]);
    expect(traces(secrets, { [`programs beside ${name} ${at}`]: Buffer.from(others) })).toEqual([]);
    const unspoken = fileTools.includes(name) ? { admin } : { ...secrets, admin };
    expect(traces(unspoken, { [`arguments of ${name} ${at}`]: Buffer.from(words.join("\0")) })).toEqual([]);
  }
});
