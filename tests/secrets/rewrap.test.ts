import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, expect } from "vitest";
import type { Queue } from "#shared/ports/queue.ts";
import { type SealContext, type Vault, VaultRefused } from "#shared/ports/vault.ts";
import { accessTokens } from "../../functions/wiring/grants.ts";
import { enroll } from "../../local-agent/link/enroll.ts";
import { functionNeeds } from "../../scripts/function-stack.ts";
import { aHost } from "../agent/support/a-host.ts";
import { anEnrollmentCode } from "../agent/support/an-agent.ts";
import { aStore, storeAccount } from "../backups/support/a-store.ts";
import { aGoogle, isGoogle } from "../identity/support/a-google.ts";
import { aClient, contacts, someServers } from "../oauth/support/browser.ts";
import { finalProcess } from "../processes/support/final-process.ts";
import { aBrowser } from "../support/http/a-browser.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { basicAuth, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

/** Kinds of secrets that aren't needed after a while, or that are created again if they don't open, with the reason. */
const passing: Readonly<Record<string, string>> = {
  "agent-code": "a code that enrolls an agent works for ten minutes",
  "configuration-import": "what is to be imported is forgotten after a day, and its file is there still",
  "agent-request": "the agent answers within minutes, or never",
  "cli-sign-in": "a sign-in of a program takes five minutes",
  "filemaker-session": "a session that does not open is replaced by a new one",
  "native-session": "a login whose session does not open has ended, and its client logs in again",
  "sign-in": "a sign-in that does not open has ended, and ends after SESSION_HOURS otherwise",
  fingerprints: "each function seals them again by itself, within a minute",
};

/**
 * Number of the current sealing key, for both ways of running: a value sealed with an older key names that key, and doesn't open once it is
 * retired.
 */
let newest = 1;
let oldest = 1;
let isHeld = false;
const keptBack: (() => Promise<void>)[] = [];
const rewrappedKinds = new Set<string>();
const host = aHost();
const store = await aStore();
const google = await aGoogle();
const service = await testService({
  decorate: (platform) => ({
    ...platform,
    vault: rotated(platform.vault),
    queue: held(platform.queue),
    oauthResources: someServers(contacts),
    callouts: {
      ...store.reached,
      call: (request) => (isGoogle(request.url) ? google : store).reached.call(request),
    },
  }),
});
afterAll(async () => {
  await service.stop();
  host.remove();
  await store.close();
  await google.close();
});

verifies("secrets:rotation:everything", async () => {
  const key = await service.aKey();
  await service.anAdminKey();
  await enroll({
    address: `${service.baseUrl}/svc`,
    code: await anEnrollmentCode(service),
    name: "host",
    folder: host.folder,
  });
  await post("schedules", {
    name: "nightly",
    timing: { kind: "repeating", cron: "0 1 * * *", timeZone: "UTC" },
    action: { kind: "build", input: { buildId: "nightly", files: [{ fileName: "Contacts" }] } },
  });
  const target = { type: "webhook", webhookUrl: "https://ops.example.com/events" };
  const settings = { verification: { scheme: "github" } };
  const webhook = { channel: "orders", filename: "Contacts", label: "orders", settings, secret: "a-very-own-secret" };
  const { id } = await post("webhooks", webhook);
  await post(`webhooks/${id}/secret`, { previousHours: 24 });
  const { trigger } = await post("triggers", {
    ...{ label: "orders", filename: "Contacts", account: { user: "api", pass: "demo-pass" }, tableName: "Contacts" },
    destination: { kind: "relay", targets: [{ kind: "url", url: "https://shop.example.com/orders" }] },
  });
  await post("notifications/destinations", { label: "Operations", target });
  await post("settings/offsite/remotes", {
    ...{ remote_name: "store", endpoint: store.endpoint },
    ...{ access_key_id: storeAccount.accessKeyId, secret_access_key: storeAccount.secretAccessKey },
  });
  await post("settings/offsite/recovery-key", {});
  await post("settings/offsite/schedules", {
    ...{ name: "Kept", remote_name: "store", bucket_name: "fm-backups", remote_path: "production", layout: "blocks" },
  });
  await post("settings/offsite/notifications", target);
  await post("google-auth/credentials", {
    adminEmail: "admin@example.com",
    serviceAccountJson: google.serviceAccount,
  });
  const { access } = await aClient(service).tokens();
  await service.admin("PATCH", "/svc/api/settings", { appLogToken: "regenerate" });
  const token = await appLogToken();
  const login = await logIn(key);
  const browser = aBrowser(service);
  expect(await browser.signIn()).toSucceed();
  expect(await service.raw("PATCH", `${database}/globals`, { ...login, json: aGlobal })).toSucceed();
  // Tasks that no worker takes for now.
  isHeld = true;
  await post("build", { buildId: "waiting", files: [{ fileName: "Contacts" }] });
  const fileOperations = [{ operation: "replace", source: { fileName: "Contacts" }, target: { fileName: "Contacts" } }];
  const deployment = { name: "waiting", source: { type: "build_inbox", buildId: "waiting" }, fileOperations };
  const chainedAction = [
    { type: "generic_api", url: "https://elsewhere.example.com/done", headers: { "X-Token": "secret" } },
  ];
  await post("deployment", { label: "waiting", deployments: [deployment], chainedAction });
  await post("deployment/recipes", { name: "kept", request: { deployments: [deployment], chainedAction } });
  await post("fm-file/delete", { files: ["Orders"] });
  const script = post("script/run-via-schedule", {
    file: { name: "Contacts", user: "api", password: "demo-pass" },
    script: { name: "No such script" },
  });
  // Each of the four is stored before it is sent.
  while (keptBack.length < 4) await nextTurn();
  isHeld = false;

  newest = 2;
  const { processId } = await post("processes", { kind: "keys.rewrap" });
  const process = await finalProcess(service, processId);
  expect(process).toMatchObject({ state: "done", phase: "Processes" });

  const older = (await rows("")).filter(({ fields }) => /"1~v\d/.test(JSON.stringify(fields).replaceAll("\\", "")));
  expect([...new Set(older.map(({ pk }) => pk.split("#")[0]))].sort()).toEqual(["native", "session", "sign-in"]);
  const sealedKinds = Object.values(await functionNeeds()).flatMap(({ seals }) => seals);
  expect([...rewrappedKinds, ...Object.keys(passing)].sort()).toEqual([...new Set(sealedKinds)].sort());

  oldest = 2;
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  expect(await appLogToken()).toBe(token);
  const resource = `${service.baseUrl}/svc/mcp/contacts`;
  expect(await accessTokens(service.runtime.platform).check(access, resource)).toMatchObject({ password: "demo-pass" });
  expect(await browser.call("GET", "/svc/api/api-key")).toRefuseWith("unauthenticated");
  expect(await browser.signIn()).toSucceed();
  await service.turn(6_000); // Past the cache of a login.
  expect(await service.raw("GET", recordsPath(), login)).toRefuseLikeFileMaker("session_unknown");
  expect(await service.raw("GET", recordsPath(), await logIn(key))).toSucceed();
  expect((await service.admin("GET", `/svc/api/triggers/${trigger.id}`)).body.response.onServer).toHaveLength(1);
  const ofBackups = await service.admin("GET", "/svc/api/settings/offsite/notifications");
  expect(ofBackups.body.response.offsiteNotificationSettings).toMatchObject({ type: "webhook" });
  const [relayed] = trigger.destination.targets;
  await post(`triggers/${trigger.id}/targets/${relayed.id}/secret`, { previousHours: 1 });
  for (const send of keptBack) await send();
  expect((await script).lastError).toBe(104);
  const again = await finalProcess(service, (await post("processes", { kind: "keys.rewrap" })).processId);
  expect(again).toMatchObject({ state: "done", reason: null });
});

const database = "/svc/fmi/data/vLatest/databases/Contacts";
const aGlobal = { globalFields: { "Contacts::gSearch": "x" } };

/** Logs in with a key, like FileMaker's own clients. Returns the headers with its token. */
async function logIn(key: string) {
  const headers = { Authorization: basicAuth("apiKey", key) };
  const { body } = await service.raw("POST", `${database}/sessions`, { headers, json: {} });
  return { headers: { Authorization: `Bearer ${body.response.token}` } };
}

const rows = (partition: string) => service.rows(partition);
const appLogToken = async () => (await service.admin("GET", "/svc/api/settings")).body.response.appLogToken;

async function post(path: string, json: object) {
  const { status, body } = await service.admin("POST", `/svc/api/${path}`, json);
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body.response;
}

function rotated(vault: Vault): Vault {
  return {
    ...vault,
    async seal(plaintext: string, context: SealContext) {
      if (newest > 1 && !(context.kind in passing)) rewrappedKinds.add(context.kind);
      return `${newest}~${await vault.seal(plaintext, context)}`;
    },
    async open(sealed: string, context: SealContext) {
      const [, number, text = ""] = /^(\d+)~(.*)$/.exec(sealed) ?? [];
      if (Number(number) < oldest) throw new VaultRefused(`The key ${number} is gone`);
      return vault.open(text, context);
    },
    isCurrent: (sealed: string) => sealed.startsWith(`${newest}~`),
  };
}

/** Holds messages back while tasks must wait. */
function held<Q extends Queue>(queue: Q): Q {
  return {
    ...queue,
    async send(...message: Parameters<Queue["send"]>) {
      if (isHeld) keptBack.push(() => queue.send(...message));
      else await queue.send(...message);
    },
  };
}
