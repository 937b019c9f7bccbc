import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect } from "vitest";
import { findings } from "../../local-agent/doctor/doctor.ts";
import type { Finding } from "../../local-agent/finding.ts";
import { hostAt } from "../../local-agent/host.ts";
import { keepIdentity, readIdentity } from "../../local-agent/link/identity.ts";
import { readFileOf } from "../../sandbox/fmserver/disk/hosted-file.ts";
import { loadWorld } from "../../sandbox/fmserver/world/load-world.ts";
import { worldCertificate } from "../../sandbox/fmserver/world-certificate.ts";
import { saved } from "../downloads/support/saved.ts";
import { unzipped } from "../downloads/support/unzipped.ts";
import { finalProcess } from "../processes/support/final-process.ts";
import { hasWebServer, headersOfFileMakerServer, startWebServer } from "../runtime/support/web-servers.ts";
import { freePort } from "../support/http/free-port.ts";
import { nginx, startWebServer as startProgram } from "../support/http/web-server.ts";
import { mayMount, readOnlyDisk } from "../support/small-disk.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { anAgent } from "./support/an-agent.ts";

const guide = readFileSync(new URL("../../docs/guides/first-day.md", import.meta.url), "utf8");
const world = fileURLToPath(new URL("../../sandbox/worlds/first-day.json", import.meta.url));
// As on Linux: /opt/FileMaker has FileMaker Server's folder, and the mounted disks are next to it.
const top = mkdtempSync(join(tmpdir(), "latchkey-first-day-"));
const [folder, agentFolder, caFile] = [join(top, "FileMaker Server"), join(top, "agent"), join(top, "authority.pem")];
const disks = { files: join(top, "Data", "Databases"), backups: join(top, "Backups") };
const { cert, key, authority } = worldCertificate(loadWorld(world).server, Date.now());
const port = await freePort();
const sandbox = { world, folder, port, adminPort: 0, tls: { cert, key } };
writeFileSync(caFile, authority);

/** Settings in the guide's step about the certificate, with this host's values. */
const guideSettings = (values: Readonly<Record<string, string>>): Record<string, string> => {
  const block = /## 1\..*?```text\n(FMS_URL=.*?)```/s.exec(guide)?.[1] ?? "";
  const names = block
    .trim()
    .split("\n")
    .map((line) => line.split("=")[0] ?? "");
  expect(names).toEqual(Object.keys(values));
  return values;
};

// Step 1: the address that the administrator tries first isn't in the certificate, and its authority is unknown.
const refused = await testService({ sandbox, environment: { FMS_URL: `https://127.0.0.1:${port}` } });
const { checks: checksBefore } = (await refused.raw("GET", "/svc/readyz")).body;
await refused.stop();
const service = await testService({
  sandbox,
  environment: guideSettings({ FMS_URL: `https://localhost:${port}`, FMS_CA_FILE: caFile }),
});
const adminAddress = service.sandbox.adminOrigin ?? "";
// Step 2. FileMaker Server 19.6 gets the key without line breaks.
const agent = await anAgent(service, { path: folder, folder: agentFolder }, { adminAddress });
afterAll(async () => {
  await agent.stop();
  await service.stop();
  rmSync(top, { recursive: true, force: true });
});

const doctor = () => findings({ host: hostAt(folder), folder: agentFolder, adminAddress, now: Date.now() });
const failed = (found: readonly Finding[]) => found.filter(({ state }) => state === "failed");
/** Warnings that the guide explains and that no step removes on such a host, or on the machine that runs this test. */
const explained = [
  ...["tool_fmsadmin_account", "tool_fmsadmin", "tool_FMDeveloperTool", "tool_FMDataMigration", "tool_FMUpgradeTool"],
  ...["account", "admin_api_folders", "database_server", "process_list", "log_Access.log", "log_Event.log"],
];

verifies(
  "agent:doctor:first-day-guide",
  "step 1 names both problems of the certificate, and the settings end them",
  async () => {
    const { text } = checksBefore.fileMakerServer;
    expect(text).toMatch(/its certificate isn't trusted\. .*FMS_CA_FILE/);
    expect(text).toMatch(/it is for localhost, not for 127\.0\.0\.1\. Use a name of the certificate in FMS_URL/);
    const { checks } = (await service.raw("GET", "/svc/readyz")).body;
    expect(checks.fileMakerServer).toMatchObject({ ok: true });
  },
);

describe.runIf(mayMount)("with disks that the agent can only read", () => {
  verifies("agent:doctor:first-day-guide", "step 3 names each folder and the command that allows it", async () => {
    for (const [use, disk] of [
      ["hosted files", disks.files],
      ["backups", disks.backups],
    ] as const) {
      const unmount = readOnlyDisk(disk);
      try {
        expect((await doctor()).filter(({ text }) => text.includes(disk))).toEqual([
          {
            check: "folder",
            state: use === "backups" ? "warning" : "failed",
            text: `Can't write to the folder for ${use}, ${disk}.`,
            remedy: expect.stringContaining("latchkey agent allow-folders"),
          },
        ]);
      } finally {
        unmount();
      }
    }
  });
});

describe.runIf(hasWebServer("nginx"))("behind FileMaker Server's nginx", () => {
  verifies("agent:doctor:first-day-guide", "step 3 finds doubled headers, which our configuration ends", async () => {
    const identity = readIdentity(agentFolder);
    if (identity === undefined) throw new Error("not enrolled");
    const { host } = new URL(service.baseUrl);
    const upgrade = `proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";`;
    const plain = `location /svc/ { proxy_pass http://${host}; ${upgrade} }`;
    const through = async (webServer: { readonly origin: string; close(): Promise<void> }) => {
      const { pathname } = new URL(identity.linkAddress);
      keepIdentity(agentFolder, { ...identity, linkAddress: webServer.origin.replace("http", "ws") + pathname });
      try {
        return (await doctor()).filter(({ check }) => check.startsWith("web_server"));
      } finally {
        keepIdentity(agentFolder, identity);
        await webServer.close();
      }
    };
    const before = await through(
      await startProgram(nginx((listen) => `server { ${listen}\n${headersOfFileMakerServer}\n${plain} }`)),
    );
    expect(failed(before).map(({ check }) => check)).toEqual(["web_server_headers"]);
    expect(failed(before)[0]?.remedy).toContain("nginx.conf of the release");
    const after = await through(await startWebServer("nginx", service.baseUrl));
    expect(after.map(({ state }) => state)).toEqual(["ok", "ok", "ok"]);
  });
});

verifies("agent:doctor:fmsadmin-account", "at a server whose fmsadmin only reads a terminal", async () => {
  expect((await doctor()).filter(({ check }) => check === "tool_fmsadmin_account")).toEqual([
    {
      check: "tool_fmsadmin_account",
      state: "warning",
      text: "fmsadmin asks for its account at a terminal, not on standard input.",
      remedy: expect.stringContaining("Register this host's key"),
    },
  ]);
});

verifies("agent:doctor:first-day-guide", "after the steps, no check fails or is unknown", async () => {
  const found = await doctor();
  expect(found.filter(({ state }) => state === "failed" || state === "unknown")).toEqual([]);
  const warnings = found.filter(({ state }) => state === "warning").map(({ check }) => check);
  expect(warnings.filter((check) => !explained.includes(check))).toEqual([]);
  for (const check of warnings) expect(guide, check).toContain(check.replace(/^(tool|log|admin_api)_.*/, "$1_"));
  const folders = found.filter(({ check }) => check === "folder").map(({ text }) => text);
  for (const disk of Object.values(disks)) expect(folders.join("\n")).toContain(disk);
  expect(found.find(({ check }) => check === "server_key")).toMatchObject({ state: "ok" });
});

verifies(
  "agent:doctor:first-day-guide",
  "steps 4 and 5: a key reads a record, and the build has the file of the second disk",
  async () => {
    const dataKey = await service.aKey({ databases: ["Contacts.fmp12"], user: "api", pass: "demo-pass" });
    const records = "/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records?_limit=1";
    const read = await service.raw("GET", records, { headers: { Authorization: `Bearer ${dataKey}` } });
    expect(read.body.response.data[0].fieldData).toEqual({ Name: "Ada Moreno" });

    const files = [{ fileName: "Contacts", clone: false }];
    const { response } = (await service.admin("POST", "/svc/api/build", { buildId: "first", files })).body;
    const ended = await finalProcess(service, Number(response.processId));
    const log = (await service.admin("GET", `/svc/api/processes/${response.processId}/log.txt`)).text;
    expect(ended, log).toMatchObject({ state: "done" });
    // Copied by FileMaker Server with a schedule, not by fmsadmin.
    expect(log).not.toContain("fmsadmin");
    const outbox = join(folder, "Data", "Backups", "Latchkey Builds", "outbox", "first");
    const content = (await unzipped(join(outbox, "first.build.zip"))).get("Contacts.fmp12") ?? Buffer.alloc(0);
    expect(readFileOf(saved(content)).definition?.tables[0]?.records.length).toBe(2);
    const left = [...service.sandbox.world.server.schedules.values()].map(({ definition }) => definition.name);
    expect(left).toEqual(["Daily"]);
    expect(readdirSync(disks.files)).toContain("Contacts.fmp12");
  },
);
