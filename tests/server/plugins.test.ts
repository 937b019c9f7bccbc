import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect } from "vitest";
import { roleNeeded } from "#shared/contract/role-needed.ts";
import { plugins } from "#shared/server/plugins/contract.ts";
import { anAgent } from "../agent/support/an-agent.ts";
import { newestEntry } from "../support/audit-trail.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aPlugin } from "./support/a-plugin.ts";
import { aSandboxHost } from "./support/a-sandbox-host.ts";
import { aScriptServer } from "./support/a-script-server.ts";

const top = mkdtempSync(join(tmpdir(), "latchkey-plugins-"));
const path = join(top, "FileMaker Server");
const world = { ...aScriptServer(), plugins: [{ pluginName: "Sample Plug-in", filename: "Sample.fmx" }] };
const home = await testService({ sandbox: { world, folder: path } });
const host = aSandboxHost(path, join(top, "agent"));
const agent = await anAgent(home, host);
afterAll(async () => {
  await agent.stop();
  await home.stop();
  rmSync(top, { recursive: true, force: true });
});
beforeEach(() => home.sandbox.faults.clear());

const list = async () => (await home.admin("GET", "/svc/api/plugins")).body.response;
const install = (fields: object) => home.admin("POST", "/svc/api/plugins", fields);
const restart = (service: string) => home.admin("POST", "/svc/api/fms-process", { command: "restart", service });
const folders = {
  fmse: join(path, "Database Server/Extensions"),
  wpe: join(path, "Web Publishing/publishing-engine/cwpc/Plugins"),
  fmdapi: join(path, "Web Publishing/publishing-engine/wip/Plugins"),
} as const;
const content = (engine: keyof typeof folders, file: string) => readFileSync(join(folders[engine], file), "latin1");

verifies("server:plugins:listed", async () => {
  expect(await list()).toEqual({
    engines: ["fmse", "wpe", "fmdapi"].map((engine) => ({
      engine,
      enabled: true,
      installStep: false,
      hasFolder: true,
    })),
    plugins: [
      {
        file: "Sample.fmx",
        name: "Sample Plug-in",
        enabled: true,
        copies: [{ engine: "fmse", sizeBytes: 64, modifiedAt: expect.any(String) }],
      },
    ],
    problems: [],
  });
});

verifies("server:plugins:enabled", async () => {
  const { body } = await home.admin("PATCH", "/svc/api/plugins/Sample.fmx", { enabled: false });
  expect(body.response).toEqual({ file: "Sample.fmx", enabled: false, restart: ["fmse"] });
  expect((await list()).plugins[0]).toMatchObject({ enabled: false });
  await home.admin("PATCH", "/svc/api/plugins/Sample.fmx", { enabled: true });
  expect(home.sandbox.world.server.plugins.get("1")?.enabled).toBe(true);
  expect(await home.admin("PATCH", "/svc/api/plugins/None.fmx", { enabled: true })).toRefuseWith("plugin_not_found");

  const change = (engine: string, fields: object) => home.admin("PATCH", `/svc/api/plugins/engines/${engine}`, fields);
  expect((await change("wpe", { enabled: false })).body.response).toEqual({
    ...{ engine: "wpe", enabled: false, installStep: false, restart: ["wpe"] },
  });
  expect((await change("wpe", { installStep: true, enabled: true })).body.response).toMatchObject({
    ...{ enabled: true, installStep: true },
  });
  expect((await change("wpe", { installStep: false })).body.response).toMatchObject({ installStep: false });
  expect(await change("wpe", {})).toRefuseWith("input_invalid");
});

verifies("server:plugins:installed", async () => {
  host.write("Data/Documents/Extra.fmx", aPlugin("first"));
  const { status, body } = await install({ path: "documents/Extra.fmx", engines: ["fmse", "wpe", "fmdapi"] });
  expect([status, body.response]).toEqual([
    200,
    { file: "Extra.fmx", engines: ["fmse", "wpe", "fmdapi"], keptIn: null, restart: ["fmse", "wpe", "fmdapi"] },
  ]);
  for (const engine of ["fmse", "wpe", "fmdapi"] as const) expect(content(engine, "Extra.fmx")).toContain("first");
  // FileMaker Server lists it once the script engine has started again.
  const extra = async () => (await list()).plugins.find(({ file }: { readonly file: string }) => file === "Extra.fmx");
  expect(await extra()).toMatchObject({ name: null, enabled: null, copies: [{}, {}, {}] });
  expect((await restart("fmse")).body.response.ok).toBe(true);
  expect(await extra()).toMatchObject({ name: "Extra", enabled: true });
});

verifies("server:plugins:kept", "a replaced plug-in is kept, and can be installed again", async () => {
  host.write("Data/Documents/Extra.fmx", aPlugin("second"));
  expect(await install({ path: "documents/Extra.fmx", engines: ["wpe"] })).toRefuseWith("host_name_taken");
  expect(content("wpe", "Extra.fmx")).toContain("first");
  const replaced = await install({ path: "documents/Extra.fmx", engines: ["wpe"], replace: true });
  const { keptIn } = replaced.body.response;
  expect(content("wpe", "Extra.fmx")).toContain("second");
  expect(content("fmse", "Extra.fmx")).toContain("first");
  const back = { path: `${keptIn}/wpe/Extra.fmx`, engines: ["wpe"], replace: true };
  expect((await install(back)).status).toBe(200);
  expect(content("wpe", "Extra.fmx")).toContain("first");
});

verifies("server:plugins:kept", "a removed plug-in is kept", async () => {
  const one = await home.admin("DELETE", "/svc/api/plugins/Extra.fmx?engine=fmdapi");
  expect(one.body.response).toMatchObject({ engines: ["fmdapi"], restart: ["fmdapi"] });
  expect(existsSync(join(folders.fmdapi, "Extra.fmx"))).toBe(false);
  const { body } = await home.admin("DELETE", "/svc/api/plugins/Extra.fmx");
  expect(body.response).toMatchObject({
    engines: ["fmse", "wpe"],
    keptIn: expect.stringMatching(/^documents\/Plug-ins\/2/),
  });
  const kept = join(path, "Data", "Documents", body.response.keptIn.slice("documents/".length));
  expect(readdirSync(kept).sort()).toEqual(["fmse", "wpe"]);
  expect(Object.values(folders).flatMap((folder) => readdirSync(folder))).toEqual(["Sample.fmx"]);
  await restart("fmse");
  expect((await list()).plugins.map(({ file }: { readonly file: string }) => file)).toEqual(["Sample.fmx"]);
  expect(await home.admin("DELETE", "/svc/api/plugins/Extra.fmx")).toRefuseWith("host_file_not_found");
});

verifies("server:plugins:checked", async () => {
  const bytes = aPlugin("checked");
  host.write("Data/Documents/Checked.fmx", bytes);
  host.write("Data/Documents/Text.fmx", "a text");
  host.write("Data/Documents/Windows.fmx64", "MZ and more");
  host.write("Data/Documents/Program.so", bytes);
  const engines = ["fmse"];
  for (const [file, reason] of [
    ["Text.fmx", "neither its name nor its first bytes"],
    ["Windows.fmx64", "it is a plug-in for Windows, and FileMaker Server runs on Linux"],
    ["Program.so", "the name of a plug-in ends in .fmx on Linux"],
  ]) {
    const answer = await install({ path: `documents/${file}`, engines });
    expect(answer, file).toRefuseWith("host_file_refused");
    expect(answer.body.messages[0].text, file).toContain(reason);
  }
  const checked = { path: "documents/Checked.fmx", engines };
  expect(await install({ ...checked, sha256: "0".repeat(64) })).toRefuseWith("host_file_changed");
  expect(await install({ ...checked, path: "documents/None.fmx" })).toRefuseWith("host_file_not_found");
  expect(await install({ ...checked, path: "scripts/Checked.fmx" })).toRefuseWith("input_invalid");
  expect(await install({ ...checked, path: "documents/../scripts/a.fmx" })).toRefuseWith("input_invalid");
  expect(readdirSync(folders.fmse)).toEqual(["Sample.fmx"]);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  expect((await install({ ...checked, sha256 })).status).toBe(200);
  expect((await home.admin("DELETE", "/svc/api/plugins/Checked.fmx")).status).toBe(200);
});

verifies("server:plugins:role", async () => {
  const { listPlugins, ...changes } = plugins;
  expect(roleNeeded(listPlugins)).toBe("viewer");
  for (const [name, operation] of Object.entries(changes)) expect(roleNeeded(operation), name).toBe("administrator");
  host.write("Data/Documents/Audited.fmx", aPlugin("audited"));
  await install({ path: "documents/Audited.fmx", engines: ["fmse"] });
  expect(await newestEntry(home)).toMatchObject({ action: "installPlugin", objects: ["plugin:Audited.fmx"] });
  await home.admin("DELETE", "/svc/api/plugins/Audited.fmx");
  expect(await newestEntry(home)).toMatchObject({ action: "removePlugin", objects: ["plugin:Audited.fmx"] });
  await home.admin("PATCH", "/svc/api/plugins/engines/fmse", { enabled: true });
  expect(await newestEntry(home)).toMatchObject({ action: "changePluginEngine", objects: ["plugin-engine:fmse"] });
});

verifies("server:plugins:unmanaged", async () => {
  home.sandbox.faults.set({ kind: "status", status: 404, code: "1700", path: "/plugins" });
  const { plugins: found, engines, problems } = await list();
  expect(found).toMatchObject([{ file: "Sample.fmx", name: null, enabled: null }]);
  expect(engines[0]).toMatchObject({ engine: "fmse", enabled: null, installStep: null, hasFolder: true });
  expect(problems).toEqual(["This FileMaker Server's Admin API doesn't manage plug-ins"]);
  for (const place of ["Sample.fmx", "engines/fmse"])
    expect(await home.admin("PATCH", `/svc/api/plugins/${place}`, { enabled: true })).toRefuseWith(
      "plugins_not_managed",
    );
});

verifies("server:plugins:agent", async () => {
  await agent.stop();
  const { plugins: found, engines, problems } = await list();
  expect(found).toEqual([{ file: "Sample.fmx", name: "Sample Plug-in", enabled: true, copies: null }]);
  expect(engines[0]).toEqual({ engine: "fmse", enabled: true, installStep: false, hasFolder: null });
  expect(problems).toEqual([expect.stringContaining("The agent on the database host is offline")]);
  expect(await install({ path: "documents/Extra.fmx", engines: ["fmse"] })).toRefuseWith("agent_unavailable");
});
