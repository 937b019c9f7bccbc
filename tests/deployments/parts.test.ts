import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { madeZip } from "../attacks/support/made-zip.ts";
import { fullAccess } from "../builds/support/a-release-setup.ts";
import { trailOf } from "../support/audit-trail.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aFileServer } from "./support/a-file-server.ts";
import { contentOf, twoServers, usualLimits } from "./support/two-servers.ts";

const limits = { ...usualLimits };
const servers = await twoServers((options) => testService(options), limits);
const { development, production, auth } = servers;
afterAll(() => servers.stop());

const sameFile = (operation: string, fileName: string) => ({ operation, source: { fileName }, target: { fileName } });
const justInTime = (more: object = {}) => ({ type: "servicejit", serverUrl: development.url, auth, ...more });
const builds = (server: typeof production, ...parts: readonly string[]) =>
  server.at("Data", "Backups", "Latchkey Builds", ...parts);
await development.built({
  buildId: "release",
  files: [
    { fileName: "Contacts", clone: false },
    { fileName: "Orders", clone: false },
    { fileName: "Fresh", clone: true },
  ],
});
cpSync(builds(development, "outbox", "release"), builds(production, "inbox", "release"), { recursive: true });
const ofDevelopment = (fileName: string, name: string) => ({
  name,
  source: { type: "build_inbox", buildId: "release" },
  fileOperations: [sameFile("replace", fileName)],
});
/** Part that fails before any file is closed: its source doesn't have the file. */
const failing = { ...ofDevelopment("Contacts", "Failing"), source: { type: "build_inbox", buildId: "nowhere" } };
const deploy = (...deployments: readonly object[]) => servers.deployed({ label: "Parts", deployments });
const scriptOf = (file: string) => contentOf(production, file).scripts?.[0];

verifies("builds:jit:id", async () => {
  const { parts } = await deploy({ ...ofDevelopment("Orders", "Just in time"), source: justInTime() });
  expect(parts[0], await production.log(parts[0].process_id)).toMatchObject({ final_result: "successful" });
  expect(scriptOf("Orders")).toBe("After");
  const { builds: rows } = (await development.get("build/db/list")).body.response;
  expect(rows[0].build_id).toMatch(/^jit_[0-9a-f]{30}$/);
  expect(rows[0].build_id).toHaveLength(34);
});

verifies("deployments:run:closed-late", async () => {
  for (const closeFilesAfterBuild of [true, false]) {
    const part = { ...ofDevelopment("Orders", "Late"), source: justInTime(), options: { closeFilesAfterBuild } };
    const { ids, parts } = await deploy(part);
    const log = await production.log(parts[0].process_id);
    expect(log).toMatch(/Fetched [\s\S]*Closed Orders/);
    const { deployments } = (await production.get(`deployment/${ids[0]}`)).body.response.batches;
    expect(deployments[0].deployment_payload.options).toMatchObject({ closeFilesAfterBuild });
  }
});

verifies("deployments:run:just-in-time", async () => {
  const [{ build_id: jit }] = (await development.get("build/db/list")).body.response.builds;
  while (existsSync(builds(development, "outbox", jit))) {
    await development.get("build/list");
    await development.service.clock.sleep(20);
  }
  // Accounts, keys and credentials of other servers are never shown.
  const shown = JSON.stringify((await production.get("deployment")).body);
  expect(shown).not.toContain(auth.apiKey);
  expect(shown).toContain("********");
});

verifies("deployments:jit:settings", async () => {
  limits.keepsJitBuilds = true;
  const kept = await deploy({ ...ofDevelopment("Orders", "Kept"), source: justInTime() });
  limits.keepsJitBuilds = false;
  expect(kept.parts[0]).toMatchObject({ final_result: "successful" });
  const [{ build_id: jit }] = (await development.get("build/db/list")).body.response.builds;
  expect(existsSync(builds(development, "outbox", jit))).toBe(true);

  limits.jitBuildSeconds = 0;
  const preBuildScript = { file: { name: "Waiting", ...fullAccess }, script: { name: "Wait" } };
  const source = justInTime({ buildOptions: { preBuildScript } });
  const { parts } = await deploy({ ...ofDevelopment("Orders", "Waiting"), source });
  limits.jitBuildSeconds = usualLimits.jitBuildSeconds;
  await development.post("build/abort");
  expect(parts[0]).toMatchObject({
    final_result: "failed",
    message: expect.stringContaining("the build didn't finish within 0 seconds"),
  });
});

verifies("deployments:scripts:of-build", async () => {
  const script = (name: string) => ({ file: { name: "Other", ...fullAccess }, script: { name } });
  const request = {
    files: [{ fileName: "Orders", clone: false }],
    preDeploymentScript: script("Prove before"),
    postDeploymentScript: script("Before"),
  };
  await development.built({ ...request, buildId: "with-scripts", includeCredentialsInManifest: true });
  const from = (buildId: string) => ({ type: "service", serverUrl: development.url, auth, buildId });
  const part = { ...ofDevelopment("Orders", "Scripts"), source: from("with-scripts") };
  const { parts } = await deploy(part, { ...part, preDeploymentScript: script("Fail") });
  expect(parts.map(({ final_result }) => final_result)).toEqual(["successful", "failed"]);
  const log = await production.log(parts[0].process_id);
  expect(log).toMatch(/Ran Prove before in Other[\s\S]*Ran Before in Other/);
  expect(log).not.toContain(fullAccess.password);

  await development.built({ ...request, buildId: "without-accounts" });
  const silent = await deploy({ ...part, source: from("without-accounts") });
  expect(await production.log(silent.parts[0].process_id)).not.toContain("Ran ");
});

verifies("deployments:parts:closed", async () => {
  const first = ofDevelopment("Contacts", "First");
  const { parts } = await deploy(first, ofDevelopment("Contacts", "Second"));
  expect(parts.map(({ final_result }) => final_result)).toEqual(["successful", "successful"]);
  expect(parts.map(({ closed_ms }) => closed_ms)).toEqual([null, expect.any(Number)]);
  const logs = await Promise.all(parts.map(({ process_id }) => production.log(process_id)));
  expect(logs[0]).toContain("Closed Contacts.fmp12");
  expect(logs[0]).not.toContain("Opened Contacts.fmp12");
  expect(logs[1]).toContain("Opened Contacts.fmp12");

  const half = await deploy(first, { ...failing, fileOperations: [sameFile("replace", "Contacts")] });
  expect(half.parts.map(({ final_result }) => final_result)).toEqual(["successful", "failed"]);
  while (production.statusOf("Contacts") !== "NORMAL") {
    await production.get("deployment/batches");
    await production.service.clock.sleep(20);
  }
});

verifies("deployments:parts:left-out", async () => {
  const json = { label: "Left out", deployments: [failing, ofDevelopment("Orders", "Last")] };
  const left = await servers.deployed({ ...json, abortRemaining: true });
  expect(left.parts.map(({ final_result }) => final_result)).toEqual(["failed", "aborted"]);
  expect(left.parts[1]).toMatchObject({ status: "aborted", message: expect.stringContaining("Failing") });
  const run = await servers.deployed(json);
  expect(run.parts.map(({ final_result }) => final_result)).toEqual(["failed", "successful"]);
});

verifies("deployments:run:failed", async () => {
  const before = contentOf(production, "Contacts");
  const migrate = (password: string) => ({
    source: { type: "build_inbox", buildId: "release" },
    fileOperations: [
      {
        operation: "migrate",
        clone: { fileName: "Fresh", ...fullAccess },
        dataSource: { fileName: "Contacts", user: "Admin", password },
        target: { fileName: "Contacts" },
      },
      sameFile("replace", "Orders"),
    ],
  });
  const wrong = await deploy(migrate("wrong-password"));
  expect(wrong.parts[0]).toMatchObject({ final_result: "failed", message: expect.stringContaining("Contacts.fmp12") });
  expect(contentOf(production, "Contacts")).toEqual(before);
  expect([production.statusOf("Contacts"), production.statusOf("Orders")]).toEqual(["NORMAL", "NORMAL"]);
  const { log } = (await production.get(`deployment/${wrong.ids[0]}`)).body.response;
  expect(log).toContainEqual(expect.objectContaining({ phase: "closing", message: "Closed Contacts.fmp12" }));
  expect(log).toContainEqual(expect.objectContaining({ message: "Reopened Contacts.fmp12, unchanged" }));

  const refused = {
    ...ofDevelopment("Contacts", "Refused"),
    source: justInTime({ auth: { ...auth, apiKey: "ak_wrong" } }),
  };
  const { parts } = await deploy(refused);
  expect(parts[0]).toMatchObject({ final_result: "failed", message: expect.stringContaining("rejected") });
});

verifies("deployments:rerun:again", async () => {
  const { ids, batchId } = await deploy(ofDevelopment("Orders", "Again"));
  const part = await production.post("deployment/rerun", { type: "sub-deployment", id: ids[0] });
  expect((await servers.ends(part.body.response)).parts[0]).toMatchObject({
    final_result: "successful",
    name: "Again",
  });
  const timestamp = new Date(production.service.clock.now() + 86_400_000).toISOString();
  const later = { type: "deployment", id: batchId, scheduled: true, timestamp };
  expect((await production.post("deployment/rerun", later)).body.response).toMatchObject({ scheduled: true });
  expect(await production.post("deployment/rerun", { type: "deployment", id: 4711 })).toRefuseWith(
    "deployment_not_found",
  );
});

verifies("deployments:rename:names", async () => {
  const { ids, batchId } = await deploy(failing);
  const put = (path: string, json: object) => production.service.admin("PUT", `/svc/api/deployment/${path}`, json);
  expect((await put(`batches/${batchId}/rename`, { id: batchId, name: "Whole" })).body.response).toEqual({
    success: true,
  });
  const [newest] = (await production.get("deployment/batches?limit=1")).body.response.batches;
  expect(newest).toMatchObject({ type: "sub-deployment", batchId, name: "Whole" });
  await put(`${ids[0]}/rename`, { name: "Part" });
  const { response } = (await production.get(`deployment/${ids[0]}`)).body;
  expect(response).toMatchObject({ name: "Part", batches: { id: batchId, label: "Whole" } });
  expect(response.batches.deployments).toHaveLength(1);
  const { deployments } = (await production.get(`deployment/batches/${batchId}/deployments`)).body.response;
  expect(deployments[0]).toMatchObject({ id: ids[0], log: expect.arrayContaining([]) });
  expect(await put("4711/rename", { name: "Nothing" })).toRefuseWith("deployment_not_found");
});

verifies("deployments:delete:kept", async () => {
  const { ids, batchId, parts } = await deploy(ofDevelopment("Orders", "Deleted"));
  expect(parts[0]).toMatchObject({ final_result: "successful" });
  const kept = production.at("Data", "Databases", ".latchkey-backups", String(ids[0]));
  expect(existsSync(kept)).toBe(true);
  const remove = (path: string) => production.service.admin("DELETE", `/svc/api/deployment/${path}`);
  let removed = await remove(String(ids[0]));
  // Work after its end may take a moment longer.
  while (removed.status === 409) {
    await production.service.clock.sleep(20);
    removed = await remove(String(ids[0]));
  }
  expect(removed.body.response).toEqual({ success: true });
  expect(existsSync(kept)).toBe(false);
  expect(scriptOf("Orders")).toBe("After");
  expect(await production.get(`deployment/${ids[0]}`)).toRefuseWith("deployment_not_found");
  expect(await remove(`batches/${batchId}`)).toRefuseWith("deployment_not_found");
  const later = await production.post("deployment", {
    label: "Later",
    deployments: [failing],
    scheduled: true,
    timestamp: new Date(production.service.clock.now() + 86_400_000).toISOString(),
  });
  const schedule = { id: `deployment-${later.body.response.batchId}`, name: "Deploy Later" };
  expect(later.body.response).toMatchObject({ scheduled: true, schedule });
  const [whole] = (await production.get("deployment/batches?limit=1")).body.response.batches;
  expect(whole).toMatchObject({ status: "scheduled", schedule_id: schedule.id });
  const [id] = later.body.response.subDeploymentIds;
  expect((await production.get(`deployment/${id}`)).body.response).toMatchObject({ status: "scheduled" });
  expect((await remove(String(id))).body.response).toEqual({ success: true });
});

verifies("deployments:backups:most", async () => {
  const saved = await production.service.admin("PATCH", "/svc/api/settings", { maxDeploymentBackups: 1 });
  expect(saved.status).toBe(200);
  const { ids } = await deploy(ofDevelopment("Orders", "Newest"));
  let kept: readonly number[] = [];
  for (;;) {
    kept = (await production.get("deployment/backups")).body.response.subDeployments;
    if (kept.length <= 1) break;
    await production.service.clock.sleep(20);
  }
  expect(kept).toEqual(ids);
  const folder = production.at("Data", "Databases", ".latchkey-backups");
  expect(readdirSync(folder)).toEqual(ids.map(String));
  const cleanedUp = () => trailOf(production.service)("?action=cleanUpDeploymentBackups");
  let entries = await cleanedUp();
  while (entries.length === 0) {
    await production.service.clock.sleep(20);
    entries = await cleanedUp();
  }
  expect(entries[0]).toMatchObject({ actor: "service", outcome: "done" });
  expect(entries[0]?.objects).toContainEqual(expect.stringMatching(/^sub-deployment:\d+$/));
});

verifies("deployments:run:local", async () => {
  const copy = (fileName: string, target: string) => ({
    operation: "install",
    source: { fileName },
    target: { fileName: target },
  });
  const { parts } = await deploy({
    source: { type: "local", fileNames: ["Orders", "Other"] },
    fileOperations: [copy("Orders", "Aufträge 日本"), copy("Other", "Another one")],
  });
  expect(parts[0], await production.log(parts[0].process_id)).toMatchObject({ final_result: "successful" });
  expect(production.statusOf("Aufträge 日本")).toBe("NORMAL");
  expect(contentOf(production, "Another one")).toMatchObject({ records: ["Other 1"] });
  const again = await deploy({
    source: { type: "local", fileNames: ["Orders"] },
    fileOperations: [copy("Orders", "Another one")],
  });
  expect(again.parts[0]).toMatchObject({ final_result: "failed", message: expect.stringContaining("already exists") });
});

verifies("deployments:run:regex", async () => {
  const byExpression = (regex: string, replacement: string) => ({
    source: { type: "build_inbox", buildId: "release" },
    fileOperations: {
      ...{ regex, replacement, source: fullAccess, target: fullAccess },
      files: [
        { operation: "migrate", clone: { fileName: "Fresh" } },
        { operation: "replace", source: { fileName: "Orders" } },
      ],
    },
  });
  const { parts } = await deploy(byExpression("^Fr(.)sh$", "Oth$1r"));
  expect(parts[0], await production.log(parts[0].process_id)).toMatchObject({ final_result: "successful" });
  expect(contentOf(production, "Other")).toMatchObject({ scripts: ["After"], records: ["Other 1"] });
  const [row] = (await production.get("deployment")).body.response.deployments;
  expect(row.deployment_payload.fileOperations[0].target.fileName).toBe("Other.fmp12");
  const { batches: whole } = (await production.get(`deployment/${row.id}`)).body.response;
  expect(row.batches).toEqual({ id: whole.id, label: whole.label });
  const start = (part: object) => production.post("deployment", { label: "Refused", deployments: [part] });
  expect(await start(byExpression("(", ""))).toRefuseWith("input_invalid");
  // Only a backtracking expression supports lookahead.
  expect(await start(byExpression("^(?=F)", ""))).toRefuseWith("input_invalid");
  expect(await start(byExpression("^.*$", ""))).toRefuseWith("input_invalid");
});

/** Deploys files from addresses one after the other, each in a separate part. */
const deployedFrom = (sources: Readonly<Record<string, object>>) =>
  deploy(...Object.entries(sources).map(([name, source]) => ({ ...ofDevelopment("Orders", name), source })));

verifies("deployments:run:addresses", async () => {
  mkdirSync(builds(development, "plain"), { recursive: true });
  cpSync(development.at("Data", "Databases", "Orders.fmp12"), builds(development, "plain", "Orders.fmp12"));
  const files = await aFileServer(builds(development, "outbox", "release"), {
    "/Orders.fmp12": () => readFileSync(builds(development, "plain", "Orders.fmp12")),
    "/none/manifest.json": () => "<html></html>",
    "/folder.build.zip": () =>
      madeZip([
        { name: "My build/Orders.fmp12", bytes: readFileSync(builds(development, "plain", "Orders.fmp12")) },
        { name: "__MACOSX/My build/._Orders.fmp12", bytes: Buffer.from("of the archive program") },
      ]),
  });
  const at = (path: string) => ({ type: "url", url: files.address + path });
  const { parts } = await deployedFrom({
    Manifest: at("/manifest.json"),
    Zip: at("/release.build.zip?token=of-the-address"),
    Folder: at("/folder.build.zip"),
    Files: { type: "file_urls", files: [{ url: `${files.address}/Orders.fmp12`, filename: "Orders.fmp12" }] },
    "No manifest": at("/none/manifest.json"),
    Nothing: at("/nowhere/manifest.json"),
  });
  await files.stop();
  const log = await Promise.all(parts.map(({ process_id }) => production.log(process_id)));
  expect(
    parts.map(({ final_result }) => final_result),
    log.join("\n"),
  ).toEqual(["successful", "successful", "successful", "successful", "failed", "failed"]);
  expect(scriptOf("Orders")).toBe("After");
  expect(parts[4].message).toContain("isn't a manifest of a build");
  expect(parts[5].message).toContain("HTTP 404");
  for (const { message } of parts.slice(4)) expect(message).toContain("No file on this server was changed");
  // An address may contain a password, so it is never shown.
  const shown = [(await production.get("deployment")).text, (await production.get("processes")).text, ...log].join(
    "\n",
  );
  expect(shown).not.toContain("of-the-address");
});

/** Deploys from a manifest that names the address of its zip, with something else, or nothing, at the default address. */
const deployedElsewhere = async (beside: Readonly<Record<string, () => string>>) => {
  const folder = builds(development, "outbox", "release");
  const files = await aFileServer(folder, {
    "/moved/manifest.json": () => {
      const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
      return JSON.stringify({ ...manifest, downloadUrl: `${files.address}/release.build.zip` });
    },
    ...beside,
  });
  const { parts } = await deployedFrom({ Moved: { type: "url", url: `${files.address}/moved/manifest.json` } });
  await files.stop();
  expect(parts[0], await production.log(parts[0].process_id)).toMatchObject({ final_result: "successful" });
};

verifies("builds:manifest:download-url", () => deployedElsewhere({}));

verifies("builds:manifest:download-url-wins", async () => {
  let isAsked = false;
  await deployedElsewhere({
    "/moved/release.build.zip": () => {
      isAsked = true;
      return "another zip";
    },
  });
  expect(isAsked).toBe(false);
});

verifies("deployments:chain:results", async () => {
  const calls: string[] = [];
  const server = await aFileServer(builds(development), {
    "/hook": (request) => {
      calls.push(`${request.method} ${request.headers["x-secret"]} ${request.body}`);
      return "{}";
    },
    "/failure": () => {
      calls.push("failure");
      return "";
    },
  });
  const generic = { type: "generic_api", url: `${server.address}/hook`, headers: { "x-secret": "hidden" } };
  const chainedAction = [
    { ...generic, body: { done: true } },
    { ...generic, url: `${server.address}/nowhere` },
    { ...generic, url: `${server.address}/failure`, sendOnFailure: true },
    {
      type: "build_start",
      url: development.url,
      apiKey: auth.apiKey,
      input: { buildId: "chained", files: [{ fileName: "Orders", clone: false }] },
    },
  ];
  const start = (part: object) => servers.deployed({ label: "Chained", deployments: [part], chainedAction });
  const resultsOf = async ({ ids }: { readonly ids: readonly number[] }) => {
    for (;;) {
      const results = (await production.get(`deployment/${ids[0]}`)).body.response.batches.chained_action_results;
      if (results.length > 0) return results;
      await production.service.clock.sleep(20);
    }
  };
  const results = await resultsOf(await start(ofDevelopment("Orders", "Chained")));
  expect(
    results.map(({ success }: { success: boolean }) => success),
    JSON.stringify(results),
  ).toEqual([true, false, true, true]);
  expect(results[1].result).toMatchObject({ status: 404 });
  expect(results[3].result).toMatchObject({ started: true, buildId: "chained" });
  expect(JSON.stringify(results)).not.toContain("hidden");
  expect(JSON.stringify(results)).not.toContain(auth.apiKey);
  expect(calls).toEqual(['POST hidden {"done":true}', "failure"]);
  expect(await resultsOf(await start(failing))).toMatchObject([{ action: { sendOnFailure: true }, success: true }]);
  expect(calls.slice(2)).toEqual(["failure"]);
  await server.stop();
});

verifies("deployments:configs:put", async () => {
  const noteOf = (text: string) => ({
    type: "doc",
    content: [{ type: "paragraph", content: [{ type: "text", text }] }],
  });
  const hook = (channel: string, settings: object = {}) => ({ channel, filename: "Orders", label: channel, settings });
  const stripe = { verification: { scheme: "stripe" } };
  await development.service.admin("PUT", "/svc/api/file-notes/Orders", { document: noteOf("Since release 7") });
  await development.post("webhooks", hook("open"));
  await development.post("webhooks", { ...hook("shop", stripe), secret: "whsec_the-secret-of-the-sender" });
  const before = (await production.post("webhooks", hook("open", { active: false }))).body.response;
  const ordersServer = { name: "Orders", slug: "orders", filename: "Orders" };
  const find = {
    name: "Find order",
    description: "Finds orders by their number.",
    script_name: "Find",
    input_schema: { number: { type: "number", required: true }, customer: { type: "string" } },
    annotations: { readOnlyHint: true, destructiveHint: false },
  };
  await development.post("mcp-servers", ordersServer);
  await development.post("mcp-servers/orders/tools", { ...find, timeout_s: 60 });
  await development.post("mcp-servers/orders/tools", { ...find, name: "Cancel order", script_name: "Cancel" });
  await development.post("mcp-servers", { ...ordersServer, slug: "shared" });
  // The server already exists here, and another file uses the other server's address.
  await production.post("mcp-servers", { ...ordersServer, slug: "Orders", name: "Old", oauth_enabled: false });
  const findBefore = (await production.post("mcp-servers/orders/tools", { ...find, is_active: false })).body.response;
  await production.post("mcp-servers/orders/tools", { ...find, name: "Gone" });
  await production.post("mcp-servers", { ...ordersServer, slug: "shared", filename: "Contacts" });

  const files = [{ fileName: "Orders", clone: false }];
  await development.built({ buildId: "plain", files });
  await development.built({
    buildId: "configured",
    files,
    fileConfig: { notes: true, webhooks: true, mcpServers: true },
  });
  const manifestOf = (build: string) => readFileSync(builds(development, "outbox", build, "manifest.json"), "utf8");
  expect(JSON.parse(manifestOf("plain")).files[0]).not.toHaveProperty("config");
  const { config } = JSON.parse(manifestOf("configured")).files[0];
  expect(config).toMatchObject({
    note: noteOf("Since release 7"),
    webhooks: [{ channel: "open" }, { channel: "shop" }],
    mcpServers: [
      { slug: "orders", tools: [{ mcp_name: "find_order" }, { mcp_name: "cancel_order" }] },
      { slug: "shared" },
    ],
  });
  expect(manifestOf("configured")).not.toContain("whsec_");

  const source = { type: "service", serverUrl: development.url, auth, buildId: "configured" };
  const { ids, parts } = await deploy({ ...ofDevelopment("Orders", "Configured"), source });
  expect(parts[0], await production.log(parts[0].process_id)).toMatchObject({ final_result: "successful" });
  // They are applied after the end of the part.
  await expect
    .poll(async () => (await production.get("file-notes/Orders")).body.response?.note?.document)
    .toEqual(noteOf("Since release 7"));
  // Existing webhooks receive events as before; a new one that needs a secret receives none until it has one.
  await expect
    .poll(async () => (await production.get("webhooks")).body.response.webhooks)
    .toMatchObject([
      { id: before.id, channel: "open", active: 0 },
      { database: "Orders.fmp12", channel: "shop", active: 0, hasSecret: false, settings: stripe },
    ]);
  // The server's definition becomes that of the build; access and enabled state stay the same, as does the server of another file.
  await expect.poll(async () => (await production.get("mcp-servers/orders")).body.response.name).toBe("Orders");
  const server = (await production.get("mcp-servers/orders")).body.response;
  expect(server).toMatchObject({ slug: "Orders", filename: "Orders.fmp12", oauth_enabled: false });
  const { tools } = (await production.get("mcp-servers/orders/tools")).body.response;
  expect(tools).toMatchObject([
    {
      id: findBefore.id,
      mcp_name: "find_order",
      timeout_s: 60,
      is_active: false,
      input_schema: findBefore.input_schema,
    },
    { name: "Cancel order", mcp_name: "cancel_order", is_active: true, script_name: "Cancel" },
  ]);
  const [change] = (await production.get("mcp-servers/orders/changes")).body.response.changes;
  expect(change).toMatchObject({ by: "deployment", what: "changed", version: server.version });
  expect(change.changes).toContainEqual({ field: "tools.find_order.timeoutS", before: "25", after: "60" });
  expect(change.changes).toContainEqual({ field: "tools.gone.scriptName", before: "Find", after: null });
  expect((await production.get("mcp-servers/shared")).body.response).toMatchObject({ filename: "Contacts.fmp12" });
  const ended = async () => (await production.get(`deployment/${ids[0]}`)).body.response.message;
  await expect
    .poll(ended)
    .toBe('Skipped the MCP server "shared" for Orders.fmp12: its address belongs to Contacts.fmp12.');
  const textFiles = Array.from({ length: 3 }, (_, index) => ({
    fileName: `${index}.txt`,
    content: "x".repeat(30_000),
  }));
  expect(await development.post("build", { buildId: "long", files, textFiles })).toRefuseWith("build_too_long");
});

verifies("deployments:start:refused", async () => {
  const start = (part: object, more: object = {}) =>
    production.post("deployment", { label: "Refused", deployments: [{ ...failing, ...part }], ...more });
  expect(await start({ fileOperations: [sameFile("replace", "A"), sameFile("install", "A")] })).toRefuseWith(
    "input_invalid",
  );
  expect(await start({}, { scheduled: true })).toRefuseWith("input_invalid");
  expect(await start({ fileOperations: [] })).toRefuseWith("input_invalid");
  expect(await production.post("deployment/abort")).toRefuseWith("deployment_not_running");
  expect(await production.post("deployment/undo", { id: 4711 })).toRefuseWith("deployment_not_found");
  expect((await production.get("deployment/queued/count")).body.response).toEqual({ count: 0 });
});
