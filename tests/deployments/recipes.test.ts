import { afterAll, expect } from "vitest";
import { aFile, aReleaseSetup } from "../builds/support/a-release-setup.ts";
import { finalProcess } from "../processes/support/final-process.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aFileServer } from "./support/a-file-server.ts";

/** Seconds by which the service has delayed its checks of processes. */
const delays: (readonly [process: number, seconds: number])[] = [];
const server = await aReleaseSetup(testService, "production", [aFile("Contacts"), aFile("Orders")], false, {
  onMessage({ body, delaySeconds = 0 }) {
    delays.push([JSON.parse(body).process, delaySeconds]);
  },
});
const { service } = server;
/** Until this resolves, the source doesn't answer. */
let held: Promise<void> | undefined;
/** Credentials that the source was called with. */
const seen: (string | undefined)[] = [];
/** Addresses that were called at the end of deployments. */
const chained: string[] = [];
const says = (text: string) => JSON.stringify({ messages: [{ code: 0, text }], response: {} });
const source = await aFileServer("/nowhere", {
  "/svc/api/info": () => says("ok"),
  "/svc/api/build": async ({ headers }) => {
    await held;
    seen.push(headers.authorization);
    return { status: 409, body: says("It makes no build") };
  },
  "/chained": ({ target }) => {
    chained.push(target);
    return "{}";
  },
});
afterAll(async () => {
  await server.stop();
  await source.stop();
});

const account = (fileName: string, password = "its-password") => ({ fileName, user: "Admin", password });
const part = (fileName: string) => ({
  source: { type: "servicejit", serverUrl: source.address, auth: { type: "apiKey", apiKey: "key-of-the-source" } },
  fileOperations: [
    { operation: "migrate", clone: account(fileName), dataSource: account(fileName), target: { fileName } },
  ],
});
const request = (...files: readonly string[]) => ({ label: "", deployments: files.map(part) });
const masked = "********";

type Sent = Readonly<Record<string, unknown>>;
const change = (id: number, json: Sent) => service.admin("PUT", `/svc/api/deployment/recipes/${id}`, json);
const remove = (id: number) => service.admin("DELETE", `/svc/api/deployment/recipes/${id}`);

async function created(name: string, json: object = request("Contacts"), more: object = {}) {
  const { status, body, text } = await server.post("deployment/recipes", { name, request: json, ...more });
  expect(status, text).toBe(200);
  return body.response.recipe;
}

/** Runs it to its end, which is a failure: its source makes no build. */
async function run(path: string, json: object = {}) {
  const { status, body, text } = await server.post(path, json);
  expect(status, text).toBe(200);
  for (const id of body.response.processIds) await server.ended(id);
  return body.response;
}

const batch = async () => (await server.get("deployment/batches?limit=1")).body.response.batches[0];

verifies("deployments:recipes:kept", async () => {
  const recipe = await created("Release", request("Contacts", "Orders"));
  expect(recipe).toMatchObject({ name: "Release", version: 1, partCount: 2, savedBy: "account:admin" });
  expect(recipe.files).toEqual(["Contacts.fmp12", "Orders.fmp12"]);
  expect(recipe.request.deployments[0]).toMatchObject({
    source: { serverUrl: source.address, auth: { apiKey: masked } },
    fileOperations: [{ clone: { user: "Admin", password: masked } }],
  });
  const { request: _request, ...row } = recipe;
  expect((await server.get("deployment/recipes")).body.response.recipes).toEqual([row]);
  expect((await server.get(`deployment/recipes/${recipe.id}`)).body.response.recipe).toEqual(recipe);
  const rows = JSON.stringify(await service.rows(""));
  for (const secret of ["key-of-the-source", "its-password"]) expect(rows).not.toContain(secret);
  expect((await remove(recipe.id)).body.response).toEqual({ ok: true });
  expect(await server.get(`deployment/recipes/${recipe.id}`)).toRefuseWith("recipe_not_found");
});

verifies("deployments:recipes:changed", async () => {
  const { id, version, request: shown } = await created("Release");
  const changed = await change(id, { name: "Release 2", request: { ...shown, abortRemaining: true }, version });
  expect(changed.body.response.recipe).toMatchObject({ name: "Release 2", version: 2 });
  expect(changed.body.response.recipe.request).toEqual({ ...shown, abortRemaining: true });
  const stale = await change(id, { name: "Too late", request: shown, version });
  expect(stale).toRefuseWith("recipe_changed");
  expect(stale.body.response).toEqual({ version: 2 });
  // Without the version it is replaced unconditionally, and a call whose answer was lost can be repeated.
  const twice = await Promise.all([1, 2].map(() => change(id, { name: "Release 3", request: shown })));
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  seen.length = 0;
  await run(`deployment/recipes/${id}/run`);
  expect(seen).toEqual(["Bearer key-of-the-source"]);
  expect(await change(4711, { name: "None", request: shown })).toRefuseWith("recipe_not_found");
  await remove(id);
});

verifies("deployments:recipes:masks", async () => {
  const { id, request: shown } = await created("Release", request("Contacts", "Orders"));
  const [contacts, orders] = shown.deployments;
  const refused = (deployments: readonly object[]) => change(id, { name: "Release", request: { deployments } });
  // A secret is never sent to a server, account or file other than the one it was entered for.
  const elsewhere = { ...contacts.source, serverUrl: "https://elsewhere.example.com" };
  expect(await refused([{ ...contacts, source: elsewhere }])).toRefuseWith("secret_masked");
  const [migration] = contacts.fileOperations;
  const ofOther = { ...migration, clone: { ...migration.clone, user: "Another" } };
  expect(await refused([{ ...contacts, fileOperations: [ofOther] }])).toRefuseWith("secret_masked");
  expect(await server.post("deployment/recipes", { name: "New", request: shown })).toRefuseWith("secret_masked");
  expect(await server.post("deployment", shown)).toRefuseWith("secret_masked");
  expect(await server.post("deployment/plan", shown)).toRefuseWith("secret_masked");

  // Reordered parts, and those that remain after a removal, keep their secrets.
  const turned = await change(id, {
    name: "Release",
    request: { deployments: [orders, { ...contacts, name: "Second" }] },
  });
  expect(turned.status, turned.text).toBe(200);
  const copy = await created("Copy", { deployments: [orders] }, { secretsOf: { kind: "recipe", id } });
  seen.length = 0;
  const { batchId } = await run(`deployment/recipes/${copy.id}/run`);
  await run("deployment", { deployments: [contacts], secretsOf: { kind: "recipe", id } });
  const ofDeployment = (await batch()).deployment_payload;
  await run("deployment", {
    deployments: [ofDeployment],
    secretsOf: { kind: "deployment", id: (await batch()).batchId },
  });
  expect(seen).toEqual(Array.from({ length: 3 }, () => "Bearer key-of-the-source"));
  const ofNone = (kind: string) => server.post("deployment", { ...shown, secretsOf: { kind, id: 4711 } });
  expect(await ofNone("recipe")).toRefuseWith("recipe_not_found");
  expect(await ofNone("deployment")).toRefuseWith("deployment_not_found");
  expect(batchId).toBeGreaterThan(0);
  await Promise.all([remove(id), remove(copy.id)]);
});

verifies("deployments:get:request", async () => {
  const chainedAction = [
    { type: "generic_api", url: `${source.address}/chained?key=of-the-chain`, method: "POST", sendOnFailure: true },
  ];
  const { subDeploymentIds } = await run("deployment", { ...request("Contacts"), abortRemaining: true, chainedAction });
  const readOf = async (id: number) => (await server.get(`deployment/${id}`)).body.response.batches;
  const read = await readOf(subDeploymentIds[0]);
  const { abort_remaining: abortRemaining, chained_actions: asked, deployments } = read;
  expect(abortRemaining).toBe(true);
  expect(asked).toMatchObject([{ type: "generic_api", url: `${source.address}/${masked}` }]);

  // Sent again as it was read, it stays the same.
  const parts = deployments.map(({ deployment_payload: payload }: Sent) => payload);
  const again = { deployments: parts, abortRemaining, chainedAction: asked };
  const { subDeploymentIds: ids } = await run("deployment", {
    ...again,
    secretsOf: { kind: "deployment", id: read.id },
  });
  const copy = await readOf(ids[0]);
  expect([copy.abort_remaining, copy.chained_actions]).toEqual([abortRemaining, asked]);
  while (chained.length < 2) await service.turn(1_000);
  expect(chained).toEqual(["/chained?key=of-the-chain", "/chained?key=of-the-chain"]);
});

verifies("deployments:recipes:run", async () => {
  const { id } = await created("Release");
  await run(`deployment/recipes/${id}/run`);
  expect(await batch()).toMatchObject({ name: "Release", recipe_id: id, rehearsal: false, final_result: "failed" });
  await run(`deployment/recipes/${id}/run`, { rehearse: true });
  expect(await batch()).toMatchObject({ recipe_id: id, rehearsal: true });
  await run("deployment/rerun", { type: "deployment", id: (await batch()).batchId });
  expect(await batch()).toMatchObject({ recipe_id: id, rehearsal: true });
  const timestamp = new Date(service.clock.now() + 86_400_000).toISOString();
  const later = await server.post(`deployment/recipes/${id}/run`, { scheduled: true, timestamp });
  expect(later.body.response).toMatchObject({ scheduled: true, schedule: { startTimeStamp: timestamp } });
  await service.admin("DELETE", `/svc/api/deployment/batches/${later.body.response.batchId}`);
  expect(await server.post("deployment/recipes/4711/run")).toRefuseWith("recipe_not_found");
  await remove(id);
});

verifies("deployments:parts:at-once", async () => {
  const { id } = await created("Release", request("Contacts", "Orders"));
  const release = Promise.withResolvers<void>();
  held = release.promise;
  const { processIds } = (await server.post(`deployment/recipes/${id}/run`)).body.response;
  const [, second] = processIds;
  await finalProcess(service, second, ({ waitingFor }) => waitingFor !== null);
  const before = delays.length;
  release.resolve();
  held = undefined;
  const isSentAtOnce = () => delays.slice(before).some(([process, seconds]) => process === second && seconds === 0);
  // The clock isn't turned here: delayed messages don't arrive.
  await until(isSentAtOnce);
  for (const process of processIds) await server.ended(process);
  await remove(id);
});

verifies("deployments:recipes:scheduled", async () => {
  const { id, request: shown } = await created("Release");
  const timing = { kind: "repeating", cron: "0 * * * *", timeZone: "UTC" };
  const nightly = (recipeId: number) =>
    server.post("schedules", { name: "Nightly", timing, action: { kind: "recipe", input: { recipeId } } });
  expect(await nightly(4711)).toRefuseWith("recipe_not_found");
  const { schedule } = (await nightly(id)).body.response;
  const refused = await remove(id);
  expect(refused).toRefuseWith("recipe_scheduled");
  expect(refused.text).toContain("Nightly");
  // A run uses the recipe's current state.
  await change(id, { name: "Release", request: { ...shown, label: "Changed meanwhile" } });
  const { processId } = (await server.post(`schedules/${schedule.id}/run`)).body.response;
  await server.ended(processId);
  expect(await batch()).toMatchObject({
    name: "Changed meanwhile",
    recipe_id: id,
    schedule_id: String(schedule.id),
  });
  await service.admin("DELETE", `/svc/api/schedules/${schedule.id}`);
  expect((await remove(id)).status).toBe(200);
});

verifies("deployments:recipes:refused", async () => {
  const create = (json: object) => server.post("deployment/recipes", { name: "Refused", request: json });
  expect(await create({ deployments: [] })).toRefuseWith("input_invalid");
  const twice = { ...part("Contacts"), fileOperations: [1, 2].flatMap(() => part("Contacts").fileOperations) };
  expect(await create({ deployments: [twice] })).toRefuseWith("input_invalid");
  const param = "x".repeat(30_000);
  const script = { file: { name: "Contacts", user: "Admin", password: "" }, script: { name: "Before", param } };
  const long = { ...part("Contacts"), preDeploymentScript: script, postDeploymentScript: script };
  expect(await create({ deployments: [1, 2, 3, 4].map(() => long) })).toRefuseWith("recipe_too_long");
  expect((await server.get("deployment/recipes")).body.response.recipes).toEqual([]);
});
