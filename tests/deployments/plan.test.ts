import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, expect } from "vitest";
import { pushedZip, sweepPushedZips } from "../../local-agent/builds/pushed-zips.ts";
import { sweepKeptBuilds } from "../../local-agent/deployments/kept-builds.ts";
import { hostAt } from "../../local-agent/host.ts";
import { Client } from "../../sandbox/fmserver/world/schema/machine-schema.ts";
import { fullAccess } from "../builds/support/a-release-setup.ts";
import { unzipped } from "../downloads/support/unzipped.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { contentOf, twoServers } from "./support/two-servers.ts";

const servers = await twoServers((options) => testService(options));
const { development, production, auth } = servers;
afterAll(() => servers.stop());

const migrate = (fileName: string, password = fullAccess.password) => ({
  operation: "migrate",
  clone: { fileName, ...fullAccess },
  dataSource: { fileName, user: fullAccess.user, password },
  target: { fileName },
});
const sameFile = (operation: string, fileName: string) => ({ operation, source: { fileName }, target: { fileName } });
const release = { type: "otto4", buildId: "release", serverUrl: development.url, auth };
const photo = (name: string) => {
  const folder = production.at("Data", "Databases", "RC_Data_FMS", "Orders", "Files", "Orders", name);
  return existsSync(folder) ? readFileSync(folder, "utf8") : undefined;
};
await development.built({
  buildId: "release",
  files: [
    { fileName: "Contacts", clone: true },
    { fileName: "Orders", clone: false },
  ],
  includeContainerData: true,
});

// biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields of the answer
type Row = any;

const neverCalled = "http://127.0.0.1:9";

const planned = async (...deployments: readonly object[]): Promise<Row> => {
  const answer = await production.post("deployment/plan", { label: "Release", deployments });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.response;
};
const codesOf = (part: Row, level: string) =>
  part.findings.filter((one: Row) => one.level === level).map(({ code, fileName }: Row) => `${code} ${fileName}`);

verifies("deployments:plan:findings", async () => {
  const { clients } = production.service.sandbox.world.server;
  const person = Client.parse({ userName: "Ann", files: [{ database: "Contacts", account: "Admin" }] });
  clients.set("77", { ...person, id: "77", connectedAt: 0, messages: [] });
  const { verdict, parts } = await planned(
    { source: release, fileOperations: [migrate("Contacts"), sameFile("install", "Orders")] },
    {
      source: { ...release, buildId: "nowhere" },
      fileOperations: [migrate("Contacts", "wrong"), { operation: "close", target: { fileName: "Nobody" } }],
      preDeploymentScript: { file: { name: "Contacts", ...fullAccess }, script: { name: "Nothing" } },
    },
    {
      source: { type: "otto4jit", serverUrl: production.service.baseUrl, auth },
      fileOperations: [sameFile("replace", "Orders")],
    },
    { source: release, fileOperations: [sameFile("replace", "Missing"), sameFile("replace", "Orders")] },
  );
  clients.delete("77");
  expect(verdict).toBe("blocked");
  const [first, second, third, fourth] = parts;
  expect(first.verdict).toBe("blocked");
  expect(codesOf(first, "error")).toEqual(["file Orders.fmp12"]);
  expect(codesOf(first, "warning")).toEqual(["people Contacts.fmp12"]);
  expect(first.files[0]).toMatchObject({
    ...{ exists: true, isOpen: true, isEncrypted: false, dataAccount: "accepted", cloneAccount: "unknown" },
    people: [{ userName: "Ann", account: "Admin" }],
  });
  expect(first.files[0].sourceBytes).toBeGreaterThan(0);
  expect(first.disks[0].neededBytes).toBeGreaterThan(0);
  expect(first).toMatchObject({ toolVersion: expect.stringMatching(/^\d+\./), memory: { neededBytes: 2_500_000_000 } });
  expect(codesOf(second, "error")).toEqual([
    "source null",
    "account Contacts.fmp12",
    "file Nobody.fmp12",
    "script Contacts.fmp12",
  ]);
  expect(codesOf(third, "error")).toEqual(["source null", "source Orders.fmp12"]);
  expect(codesOf(fourth, "error")).toEqual(["file Missing.fmp12"]);
  // Nothing was started.
  expect((await production.get("deployment")).body.response.deployments).toEqual([]);
});

verifies("deployments:plan:just-in-time", async () => {
  const from = (source: object) => ({
    source: { type: "otto4jit", serverUrl: development.url, auth, ...source },
    fileOperations: [sameFile("replace", "Orders")],
  });
  const { parts } = await planned(
    from({}),
    from({ serverUrl: neverCalled }),
    from({ auth: { type: "apiKey", apiKey: "ak_nobody-knows-this-key" } }),
  );
  expect(parts.map((part: Row) => codesOf(part, "error"))).toEqual([[], ["source null"], ["source null"]]);
  const [, notCalled, refused] = parts.map((part: Row) => part.findings[0]?.text);
  expect(notCalled).toContain("allowed to call");
  expect(refused).toContain("rejected");
  // No build was started there.
  const { builds } = (await development.get("build/db/list")).body.response;
  expect(builds.map(({ build_id }: Row) => build_id)).toEqual(["release"]);
});

verifies("deployments:plan:rehearsal", async () => {
  const before = contentOf(production, "Contacts");
  const part = { source: release, fileOperations: [migrate("Contacts"), sameFile("replace", "Orders")] };
  const [plan] = (await planned(part)).parts;
  expect(plan).toMatchObject({ verdict: "ready", expected: null });
  const { parts, ids } = await servers.deployed({ label: "Rehearsal", deployments: [part], rehearse: true });
  const log = await production.log(parts[0].process_id);
  expect(parts[0], log).toMatchObject({ final_result: "successful", rehearsal: true, closed_ms: 0 });
  expect(log).not.toContain("Closed");
  expect(parts[0].migrations).toMatchObject([
    { file: "Contacts.fmp12", tablesNotMigrated: 0, fieldsNotMigrated: 0, notMigrated: [], note: null },
  ]);
  expect(contentOf(production, "Contacts")).toEqual(before);
  expect(contentOf(production, "Orders").scripts).toEqual(["Before"]);
  const [next] = (await planned(part)).parts;
  expect(next.expected).toMatchObject({ basis: "rehearsal", deploymentId: ids[0] });
  expect((await production.get("deployment/backups")).body.response.subDeployments).toEqual([]);
  expect(await production.post("deployment/undo", { id: ids[0] })).toRefuseWith("deployment_backup_missing");
});

verifies(
  "deployments:plan:rehearsal",
  "a rehearsal without migrations measures nothing, so it predicts nothing",
  async () => {
    const part = { source: release, fileOperations: [sameFile("replace", "Orders")] };
    await servers.deployed({ label: "Replaced only", deployments: [part], rehearse: true });
    const [{ expected, findings }] = (await planned(part)).parts;
    expect(expected).toBeNull();
    expect(findings).toContainEqual(expect.objectContaining({ code: "figures" }));
  },
);

verifies("deployments:run:containers", async () => {
  const part = { source: release, fileOperations: [sameFile("replace", "Orders")] };
  const { parts, ids } = await servers.deployed({
    label: "Containers",
    deployments: [{ ...part, options: { transferContainerData: true } }],
  });
  expect(parts[0], await production.log(parts[0].process_id)).toMatchObject({ final_result: "successful" });
  expect([photo("1_old.txt"), photo("1_new.txt")]).toEqual([undefined, "new.txt"]);
  const undone = await production.post("deployment/undo", { id: ids[0], transferContainerData: true });
  const back = await servers.ends(undone.body.response);
  expect(back.parts[0], await production.log(back.parts[0].process_id)).toMatchObject({ final_result: "successful" });
  expect([photo("1_old.txt"), photo("1_new.txt")]).toEqual(["old.txt", undefined]);
});

const scriptOf = (name: string, more: object = {}) => ({
  file: { name: "Other", ...fullAccess },
  script: { name, ...more },
});

verifies("deployments:scripts:run", async () => {
  const part = { source: release, fileOperations: [sameFile("replace", "Orders")] };
  const { parts } = await servers.deployed({
    label: "Scripts",
    deployments: [{ ...part, preDeploymentScript: scriptOf("Prove before"), postDeploymentScript: scriptOf("Fail") }],
  });
  const log = await production.log(parts[0].process_id);
  expect(parts[0], log).toMatchObject({ final_result: "successful", hasErrors: true });
  expect(parts[0].message).toContain("FileMaker error 500");
  expect(log.indexOf("Ran Prove before")).toBeGreaterThan(0);
  expect(log.indexOf("Ran Prove before")).toBeLessThan(log.indexOf("Closed Orders"));
  expect(existsSync(production.at("Data", "Documents", "otto-predeploy-result.txt"))).toBe(false);
  expect(production.service.sandbox.world.server.schedules.size).toBe(0);
});

verifies("deployments:scripts:decisive", async () => {
  const before = contentOf(production, "Orders");
  const part = { source: release, fileOperations: [sameFile("replace", "Orders")] };
  const { parts } = await servers.deployed({
    label: "Decisive scripts",
    deployments: [
      { ...part, preDeploymentScript: scriptOf("Fail") },
      { ...part, preDeploymentScript: scriptOf("Wait", { timeout: 1 }) },
      { ...part, postDeploymentScript: { ...scriptOf("Fail"), rollbackIfScriptFails: true } },
    ],
  });
  for (const [index, text] of ["otto-predeploy-result.txt", "within 1 seconds", "otto-pms-result.txt"].entries()) {
    expect(parts[index]).toMatchObject({ final_result: "failed", message: expect.stringContaining(text) });
    expect(parts[index].message).toContain("All files on this server are as before");
  }
  expect(contentOf(production, "Orders")).toEqual(before);
  expect(production.statusOf("Orders")).toBe("NORMAL");
  expect(production.service.sandbox.world.server.schedules.size).toBe(0);
});

verifies("deployments:inbox:kept", async () => {
  const deploy = (password: string) =>
    servers.deployed({
      label: "Kept",
      deployments: [{ source: release, fileOperations: [migrate("Contacts", password)] }],
    });
  const inbox = async () => (await production.get("build/list?inboxOrOutbox=inbox")).body.response.manifests;
  const failed = await deploy("wrong-password");
  expect(failed.parts[0]).toMatchObject({ final_result: "failed" });
  expect(await inbox()).toMatchObject([{ buildId: "release", status: "completed" }]);
  const { parts } = await deploy(fullAccess.password);
  const log = await production.log(parts[0].process_id);
  expect(parts[0], log).toMatchObject({ final_result: "successful" });
  expect(log).toContain("Using release from the inbox");
  expect(await inbox()).toEqual([]);

  await deploy("wrong-password");
  const host = hostAt(production.at());
  const { clock } = production.service;
  expect(await sweepKeptBuilds(host, { now: () => clock.now() + 47 * 3_600_000 })).toEqual([]);
  expect(await sweepKeptBuilds(host, { now: () => clock.now() + 49 * 3_600_000 })).toHaveLength(1);
  expect(await inbox()).toEqual([]);
  // A pushed zip that no deployment has used.
  const pushed = pushedZip(host, 4711);
  mkdirSync(dirname(pushed), { recursive: true });
  writeFileSync(pushed, "");
  utimesSync(pushed, clock.now() / 1000, clock.now() / 1000);
  expect(await sweepPushedZips(host, { now: () => clock.now() + 47 * 3_600_000 })).toBe(0);
  expect(await sweepPushedZips(host, { now: () => clock.now() + 49 * 3_600_000 })).toBe(1);
});

verifies("deployments:debug:zip", async () => {
  const canaries = { password: "canary-of-a-password", encryptionKey: "canary-of-a-key" };
  const target = { fileName: "Contacts", encryptionKey: canaries.encryptionKey };
  const operation = { ...migrate("Contacts", canaries.password), target };
  const { parts } = await servers.deployed({
    label: "For support",
    deployments: [{ source: release, fileOperations: [operation] }],
  });
  const [{ id, process_id: processId }] = parts;
  expect(parts[0]).toMatchObject({ final_result: "failed" });

  const zip = async () => {
    const answer = await production.get(`deployment/${id}/debug`);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers["content-disposition"]).toContain(`deployment-${id}-debug.zip`);
    for (const secret of [...Object.values(canaries), fullAccess.password, auth.apiKey])
      expect(answer.text.includes(secret), secret).toBe(false);
    const path = production.at("debug.zip");
    writeFileSync(path, answer.bytes);
    const files = Object.fromEntries([...(await unzipped(path))].map(([name, bytes]) => [name, bytes.toString()]));
    return { files, about: JSON.parse(files["about.json"] ?? "") };
  };

  const { files, about } = await zip();
  const json = (name: string) => JSON.parse(files[name] ?? "");
  expect(json("deployment.json")).toMatchObject({ id, final_result: "failed", batches: { label: "For support" } });
  expect(json("payload.json")).toMatchObject({
    source: { serverUrl: development.url, auth: { apiKey: "********" } },
    fileOperations: [{ dataSource: { user: fullAccess.user, password: "********" } }],
  });
  expect(json("process.json")).toMatchObject({ id: processId, state: "failed" });
  expect(json("build-manifest.json")).toMatchObject({ buildId: "release", files: [{}, {}] });
  for (const line of (await production.log(processId)).trim().split("\n"))
    expect(files["log.txt"]).toContain(line.slice(33));
  expect(about.versions).toMatchObject({ service: expect.any(String), agent: { node: process.versions.node } });

  // The missing file is named.
  const later = { now: () => production.service.clock.now() + 49 * 3_600_000 };
  expect(await sweepKeptBuilds(hostAt(production.at()), later)).toHaveLength(1);
  const second = await zip();
  expect(Object.keys(second.files)).not.toContain("build-manifest.json");
  expect(second.about.missing).toContainEqual({ name: "build-manifest.json", reason: "Not kept" });
  expect(await production.get("deployment/4711/debug")).toRefuseWith("deployment_not_found");
});
