import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import { signInProof } from "../../local-agent/link/sign-in-code.ts";
import { newKey } from "../../local-agent/link/signature.ts";
import { newKeyPair } from "../../local-agent/server/server-key.ts";
import { aHost } from "../agent/support/a-host.ts";
import { type AnAgent, agentClientOf, anAgent, anEnrollmentCode } from "../agent/support/an-agent.ts";
import { begun } from "../files/uploads/support/bring.ts";
import { type ActedKind, left, started } from "../jobs/support/acted-kind.ts";
import { finalProcess } from "../processes/support/final-process.ts";
import { aPlugin } from "../server/support/a-plugin.ts";
import { aBrowser } from "../support/http/a-browser.ts";
import { aCommandLine, aHash, codeOn } from "../support/http/a-command-line.ts";
import { adminAccount, type TestService } from "../support/test-service.ts";
import { deploymentPreparations } from "./deployment-preparations.ts";
import { triggerPreparations } from "./trigger-preparations.ts";

/** Refuses backup schedules, so that copies of open files use fmsadmin. */
const noSchedules = { kind: "status", status: 403, code: "9", method: "POST", path: "/schedules/backup$" } as const;

/** Preconditions of an example before it can be sent. */
export interface Prepared {
  /** Keys that replace the usual ones. */
  readonly ADMIN_KEY?: string;
  readonly METRICS_TOKEN?: string;
  /** Address that the example is sent to. Default: the shared service. */
  readonly BASE_URL?: string;
  /** Real names by the made-up names in the example. */
  readonly names?: Readonly<Record<string, string>>;
}

/** Prepares an example. `attempt` sends it once with real names and ignores its result. */
export type Prepare = (attempt: (names: Readonly<Record<string, string>>) => Promise<unknown>) => Promise<Prepared>;

const hashExample = "q4Zx0Lr8Tn2VbY6mKc";

const eventLog = [
  "Timestamp\tLevel\tCode\tHost\tMessage",
  '2026-11-20 09:15:01.114 +0100\tInformation\t94\tfms1\tOpening database "Archive"...',
  '2026-11-20 09:15:02.530 +0100\tInformation\t18\tfms1\tOpened database "Archive" read only.',
  "",
].join("\n");
const accessLog = [
  "Timestamp\tLevel\tCode\tHost\tMessage",
  '2026-11-20 09:15:04.002 +0100\tInformation\t94\tfms1\tClient "api" opening database "Archive" as "api".',
  "",
].join("\n");

const copyingFmsadmin = `import { mkdirSync, writeFileSync } from "node:fs";
const words = process.argv.slice(2);
const isClone = words.includes("-n");
const folder = words[words.indexOf("-d") + 1].replace("filelinux:", "") + (isClone ? "Cloned_by_FMS/" : "") + "Databases/";
mkdirSync(folder, { recursive: true });
writeFileSync(folder + (isClone ? words.at(-1).replace(".fmp12", " Clone.fmp12") : words.at(-1)), ("a copy by " + process.pid + " ").repeat(50));
`;

const writingXml = 'while [ "$1" != -t ]; do shift; done; echo "<FMSaveAsXML/>" > "$2"';

async function* toolOutput(): AsyncIterable<Uint8Array> {
  for (const file of ["Contacts", "Orders", "Private"])
    yield Buffer.from(`Checking consistency of ${file}.fmp12\nThe file is consistent: 0 problems\n`);
}

/** Returns the preconditions of examples by operation name. Other operations need none. */
export function preparations(
  service: TestService,
  dataKey: string,
  work: ActedKind,
): Readonly<Record<string, Prepare>> {
  const upload = async (example: string) => {
    const { id, parts } = await begun(service, dataKey, 1024);
    return { id, parts, prepared: { names: { [example]: id } } };
  };
  const uploadExample = "01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b24";

  /** Requests access from a command-line program, and allows it as a user. */
  const allowed = async (ask: (hash: string) => Promise<unknown>, hash = aHash()) => {
    const [tool, person] = [aCommandLine(service, {}, hash), aBrowser(service)];
    await person.signIn();
    await tool.open(person);
    await ask(hash);
    await tool.send(person, { action: "allow", code: codeOn(await tool.open(person)) });
    return tool;
  };
  const session = async (): Promise<Prepared> => {
    const hash = aHash();
    const tool = await allowed(() => aCommandLine(service, {}, hash).poll(), hash);
    return { ADMIN_KEY: (await tool.poll()).body.response.token };
  };

  const dataKeys = async (): Promise<Prepared> => {
    await service.aKey();
    const { body } = await service.admin("GET", "/svc/api/api-key");
    return { names: { "/api-key/1": `/api-key/${body.response["api-keys"].at(-1).id}` } };
  };
  const adminKeys = async (): Promise<Prepared> => {
    await service.anAdminKey();
    const { body } = await service.admin("GET", "/svc/api/admin-api-key");
    return { names: { "/admin-api-key/1": `/admin-api-key/${body.response["api-keys"].at(-1).id}` } };
  };
  /** Prepares the file that examples close and pause; nothing else uses it. */
  const inState = async (action: "open" | "pause"): Promise<Prepared> => {
    await service.admin("POST", `/svc/api/fm-file/${action}`, { files: ["Private"] });
    return {};
  };
  const client = async (): Promise<Prepared> => {
    const { body } = await service.admin("GET", "/svc/api/clients?filename=Orders");
    return { names: { "/clients/1/": `/clients/${body.response.clients[0].id}/` } };
  };
  const note = async (): Promise<Prepared> => {
    await service.admin("PUT", "/svc/api/file-notes/Contacts", { document: { type: "doc", content: [] } });
    return {};
  };
  const noteToMove = async (): Promise<Prepared> => {
    await service.admin("DELETE", "/svc/api/file-notes/People");
    return note();
  };

  const agentIds = async (): Promise<readonly string[]> => {
    const { agents } = (await service.admin("GET", "/svc/api/agents")).body.response;
    return agents.flatMap(({ id, state }: Record<string, string>) => (state === "revoked" ? [] : [id]));
  };
  const enrolled = async (): Promise<Prepared> => {
    const { publicKey: serverKey } = await newKeyPair(service.clock.now());
    const json = {
      code: await anEnrollmentCode(service, true),
      name: "host",
      publicKey: newKey().publicKey,
      serverKey,
    };
    const { body } = await service.raw("POST", "/svc/api/agents/enrol", { json });
    return { names: { "0193471f-5e5b-7c1d-9a40-2f6f1f0f9d11": body.response.id } };
  };

  const [host, checkedHost] = [aHost(), aHost()];
  let agent: AnAgent | undefined;
  let checked: AnAgent | undefined;
  afterAll(async () => {
    await checked?.stop();
    checkedHost.remove();
    await agent?.stop();
    host.remove();
  });
  /** Creates the logs of the examples, and an agent that reads them. */
  const hostLogs = async (): Promise<Prepared> => {
    host.write("Logs/Event.log", eventLog);
    host.write("Logs/Access.log", accessLog);
    agent ??= await anAgent(service, host);
    return {};
  };

  /** Creates the files of the examples on the host, and deletes the folder that they create. */
  const hostFiles = async (): Promise<Prepared> => {
    rmSync(join(host.path, "Data/Documents"), { recursive: true, force: true });
    for (const name of ["May.pdf", "April.pdf"]) host.write(`Data/Documents/${name}`, "x".repeat(200));
    agent ??= await anAgent(service, host);
    return {};
  };
  const hostFolder = async (): Promise<Prepared> => {
    await hostFiles();
    host.write("Data/Documents/Reports/May.pdf", "x".repeat(200));
    return {};
  };
  const linkedFile = async (): Promise<Prepared> => {
    await hostFiles();
    const { body } = await service.admin("GET", "/svc/api/files/get-download-link?path=documents/May.pdf");
    const token = new URL(body.response.downloadUrl).searchParams.get("token");
    return { names: { WyJkb2N1bWVudHMvTWF5LnBkZiIs: String(token) } };
  };
  const hostPlugin = async (): Promise<Prepared> => {
    await hostFiles();
    const engines = [
      "Database Server/Extensions",
      ...["cwpc", "wip"].map((name) => `Web Publishing/publishing-engine/${name}/Plugins`),
    ];
    for (const path of ["Data/Documents", ...engines]) host.write(`${path}/Sample.fmx`, aPlugin(path));
    return {};
  };
  const hostUpload = async (): Promise<Prepared> => {
    await hostFiles();
    const named = `path ${btoa("documents")},filename ${btoa("new.txt")}`;
    const headers = { "Tus-Resumable": "1.0.0", "Upload-Length": "5", "Upload-Metadata": named };
    const began = await service.raw("POST", "/svc/api/files/uploads", {
      headers: { ...headers, Authorization: adminAccount },
    });
    return { names: { [uploadExample]: String(began.headers.location).split("/").at(-1) ?? "" } };
  };

  /** Returns the preconditions for examples whose files aren't on disk: their tasks wait for an agent. */
  const noAgent = async (): Promise<Prepared> => {
    await agent?.stop();
    agent = undefined;
    for (const id of await agentIds()) await service.admin("DELETE", `/svc/api/agents/${id}`);
    return {};
  };
  /** Installs an fmsadmin that copies files as FileMaker Server would. */
  const hostCopies = async (): Promise<Prepared> => {
    host.fmsadmin(copyingFmsadmin);
    // The files of this host aren't those of the stand-in, so only this fmsadmin can copy them.
    service.sandbox.faults.set(noSchedules);
    if (agent !== undefined) return {};
    agent = await anAgent(service, host);
    // A task accepted without an agent is offered again after 15 seconds, and until then blocks other tasks on the same file.
    await service.turn(15_000);
    return {};
  };
  /** Adds an FMDeveloperTool that also writes XML of a copy. */
  const hostXml = async (): Promise<Prepared> => {
    chmodSync(host.write("Database Server/bin/FMDeveloperTool", `#!/bin/sh\n${writingXml}\n`), 0o755);
    return hostCopies();
  };
  let builds = 0;
  /** Starts an accepted build; without an agent it waits. */
  const acceptedBuild = async () => {
    builds += 1;
    const json = { buildId: `made-${builds}`, files: [{ fileName: "Contacts", clone: false }], zipFiles: true };
    const { response } = (await service.admin("POST", "/svc/api/build", json)).body;
    return { ...response, names: { "release-12": json.buildId, "/db/7": `/db/${response.ottofmsId}` } };
  };
  const madeBuild = async (): Promise<Prepared> => {
    await hostCopies();
    const { processId, buildId, names } = await acceptedBuild();
    await finalProcess(service, processId);
    const { body } = await service.admin("GET", `/svc/api/build/${buildId}/status?delay=20`);
    const token = new URL(body.response.downloadUrl).searchParams.get("token");
    return { names: { ...names, [`bl_${"0193".repeat(22)}`]: String(token) } };
  };
  const twoBuilds = async (): Promise<Prepared> => {
    const made = [await madeBuild(), await madeBuild()];
    const [from, to] = made.map(({ names }) => names?.["/db/7"]?.slice("/db/".length));
    const inBody = { '"from":7': `"from":${from}`, '"from": 7': `"from":${from}` };
    return {
      names: {
        "from=7": `from=${from}`,
        "to=8": `to=${to}`,
        ...inBody,
        '"to":8': `"to":${to}`,
        '"to": 8': `"to":${to}`,
      },
    };
  };
  const madeDownload = async (): Promise<Prepared> => {
    await hostCopies();
    const { body } = await service.admin("POST", "/svc/api/fm-file/download", { files: ["Contacts"] });
    await finalProcess(service, body.response.processId);
    return { names: { [`dl_${"0193".repeat(20)}`]: body.response.downloadToken } };
  };
  /** Puts a file into the trash that no example names, because tasks that waited for the agent may be running now. */
  const trashed = async (): Promise<Prepared> => {
    await hostCopies();
    rmSync(join(host.path, "Data/Databases"), { recursive: true, force: true });
    host.write("Data/Databases/Put away.fmp12", "put away");
    const fields = { filename: "Put away", keptUntil: service.clock.now() + 60_000, deletedBy: "account:admin" };
    await agentClientOf(service).request("trash.move", { id: uploadExample, ...fields }, { deadlineMs: 10_000 });
    return {};
  };

  const processOf = (id: number): Prepared => ({ names: { "/processes/42": `/processes/${id}` } });
  /** Creates a finished process, with a log and a program's output. */
  const doneProcess = async (): Promise<Prepared> => {
    work.act = async (step) => {
      for (const file of ["Contacts", "Orders", "Private"]) await step.log("info", `Checked ${file}`);
      await step.toolLog(toolOutput());
      return { end: "done" };
    };
    const id = await started(service, work);
    await finalProcess(service, id);
    return processOf(id);
  };
  const openProcess = async (): Promise<Prepared> => {
    work.act = async (step) => {
      await left(step);
      return { end: "done" };
    };
    return processOf(await started(service, work));
  };

  let channels = 0;
  const registered = async () => {
    channels += 1;
    const json = { channel: `channel-${channels}`, filename: "Contacts", label: "Orders" };
    const { id, channel } = (await service.admin("POST", "/svc/api/webhooks", json)).body.response;
    return { id: Number(id), channel: String(channel) };
  };
  const webhook = async (): Promise<Prepared> => {
    const { id } = await registered();
    return { names: { "/webhooks/7": `/webhooks/${id}` } };
  };
  const newChannel = async (): Promise<Prepared> => {
    channels += 1;
    return { names: { '"orders"': `"channel-${channels}"` } };
  };
  const deliveryNamed = (id: string): Prepared => ({
    names: { "webhook-7_019aa0c2f3b47c5d8e9f00112233aabb": id },
  });
  const delivered = async (): Promise<Prepared> => {
    const { channel } = await registered();
    const { body } = await service.raw("POST", `/svc/receiver/Contacts/${channel}`, {
      key: dataKey,
      json: { order: 7 },
    });
    return deliveryNamed(body.deliveryId);
  };
  /** Creates an event that arrived while FileMaker Server was unavailable. */
  const pendingDelivery = async (): Promise<Prepared> => {
    service.sandbox.faults.set({ kind: "stopped", path: "^/fmi/data" });
    const prepared = await delivered();
    service.sandbox.faults.clear();
    return prepared;
  };

  const destinationFor = (target: object) => async (): Promise<Prepared> => {
    const json = { label: "Operations", target };
    const { body } = await service.admin("POST", "/svc/api/notifications/destinations", json);
    return { names: { "/destinations/3": `/destinations/${body.response.destination.id}` } };
  };
  const destination = destinationFor({ type: "slack", channelUrl: "https://hooks.slack.com/services/T0/B0/x" });
  const signedDestination = destinationFor({ type: "webhook", webhookUrl: "https://ops.example.com/events" });
  const schedule = async (): Promise<Prepared> => {
    const json = {
      name: "Nightly",
      timing: { kind: "repeating", cron: "30 2 * * *", timeZone: "Europe/Berlin" },
      action: { kind: "build", input: { buildId: "nightly", files: [{ fileName: "Contacts" }], force: true } },
    };
    const { body } = await service.admin("POST", "/svc/api/schedules", json);
    return { names: { "/schedules/3": `/schedules/${body.response.schedule.id}` } };
  };

  return {
    // The example's code is for a service without an agent.
    async createEnrolmentCode() {
      for (const id of await agentIds()) await service.admin("DELETE", `/svc/api/agents/${id}`);
      return {};
    },
    async getStatus() {
      const shown = { isOn: true, title: "", files: ["Contacts"], schedules: [], notices: [] };
      await service.admin("PUT", "/svc/api/settings/status-page", shown);
      return {};
    },
    async scrapeMetrics() {
      const { value } = (await service.admin("POST", "/svc/api/metrics-token", {})).body.response;
      return { METRICS_TOKEN: value };
    },
    enrolAgent: async () => ({
      names: { "lc-7m2q-x4ta-9k3b-w5ze-1h8n-c6yr-0d2v-p9sj": await anEnrollmentCode(service, true) },
    }),
    async createSignInCode() {
      const { privateKey, publicKey } = newKey();
      const json = { code: await anEnrollmentCode(service, true), name: "host", publicKey };
      const { id } = (await service.raw("POST", "/svc/api/agents/enrol", { json })).body.response;
      return { names: { "eyJhZ2VudCI6IjAxOTM0NzFm…": signInProof({ id, privateKey }, service.clock.now()) } };
    },
    revokeAgent: enrolled,
    registerServerKey: enrolled,
    async checkHost() {
      // Another agent than the others' one, because the next examples replace and revoke it.
      await checked?.stop();
      checked = await anAgent(service, checkedHost);
      return { names: { "0193471f-5e5b-7c1d-9a40-2f6f1f0f9d11": checked.id } };
    },
    async runScriptViaSchedule() {
      await service.admin("POST", "/svc/api/fm-file/open", { files: ["Contacts"] });
      return {};
    },
    async applyPatch() {
      await service.admin("POST", "/svc/api/fm-file/open", { files: ["Contacts"] });
      return {};
    },
    async changeStatistics() {
      host.fmsadmin("");
      return hostLogs();
    },
    getTopCalls: hostLogs,
    clearLogFile: hostLogs,
    readLogLines: hostLogs,
    searchLog: hostLogs,
    countLogMatches: hostLogs,
    searchLogs: hostLogs,
    readLogsAround: hostLogs,
    downloadLogFile: hostLogs,
    listHostFiles: hostFiles,
    getHostFile: hostFiles,
    getHostFolderSize: hostFolder,
    stopHostFolderSize: hostFolder,
    installPlugin: hostPlugin,
    removePlugin: hostPlugin,
    makeHostFolder: hostFiles,
    async moveHostFile() {
      await hostFiles();
      rmSync(join(host.path, "Data/Documents/May.pdf"));
      return {};
    },
    deleteHostFile: hostFiles,
    getHostFileLink: hostFiles,
    downloadHostFile: hostFiles,
    downloadLinkedFile: linkedFile,
    getHostUpload: hostUpload,
    bringHostUpload: hostUpload,
    endHostUpload: hostUpload,
    encryptFile: noAgent,
    decryptFile: noAgent,
    copyCompressFile: noAgent,
    copySelfContainedFile: noAgent,
    recoverFile: noAgent,
    checkFileConsistency: noAgent,
    removeAdminAccess: noAgent,
    enableKioskMode: noAgent,
    resetFileUuid: noAgent,
    renameFiles: noAgent,
    renameWithDevTool: noAgent,
    readDiskSpace: hostCopies,
    linkDatabase: hostCopies,
    makeDownload: hostCopies,
    saveFileAsXml: hostXml,
    downloadDatabase: hostCopies,
    downloadByToken: madeDownload,
    downloadByPath: madeDownload,
    async startBuild() {
      builds += 1;
      return { names: { "release-12": `asked-for-${builds}` } };
    },
    async abortBuild() {
      await noAgent();
      await acceptedBuild();
      return {};
    },
    listBuilds: madeBuild,
    getBuildRow: madeBuild,
    compareBuilds: twoBuilds,
    compareStructures: twoBuilds,
    deleteBuildRow: madeBuild,
    rerunBuild: madeBuild,
    publishBuild: madeBuild,
    getBuild: madeBuild,
    deleteBuild: madeBuild,
    getBuildStatus: madeBuild,
    downloadBuild: madeBuild,
    downloadBuildByPath: madeBuild,
    downloadBuildFolder: madeBuild,
    downloadBuildFolderByPath: madeBuild,
    ...deploymentPreparations(),
    ...triggerPreparations(service, dataKey),
    createWebhook: newChannel,
    getWebhook: webhook,
    updateWebhook: webhook,
    deleteWebhook: webhook,
    setWebhookSecret: webhook,
    receiveEventByPathGet: async () => ({ names: { dk_4f9a1c7e2b: dataKey } }),
    receiveFileByPathGet: async () => ({ names: { dk_4f9a1c7e2b: dataKey } }),
    getDelivery: delivered,
    replayDelivery: delivered,
    cancelDelivery: pendingDelivery,
    getNotificationDestination: destination,
    updateNotificationDestination: destination,
    deleteNotificationDestination: destination,
    testNotificationDestination: destination,
    renewNotificationSecret: signedDestination,
    readSchedule: schedule,
    updateSchedule: schedule,
    deleteSchedule: schedule,
    runSchedule: schedule,
    listScheduleRuns: schedule,
    async writeAppLog() {
      await service.admin("PATCH", "/svc/api/settings", { appLogToken: "regenerate" });
      const { body } = await service.admin("GET", "/svc/api/settings");
      return { names: { "al_2f0c…": body.response.appLogToken } };
    },
    listTrash: trashed,
    restoreFile: trashed,
    deleteForGood: trashed,
    readProcess: doneProcess,
    readProcessLog: doneProcess,
    readProcessLogText: doneProcess,
    readToolLog: doneProcess,
    abortProcess: openProcess,
    getDataApiKey: dataKeys,
    updateDataApiKey: dataKeys,
    deleteDataApiKey: dataKeys,
    logoutDataApiKey: dataKeys,
    rotateDataApiKey: dataKeys,
    testDataApiKey: dataKeys,
    changeDataApiKeyPassword: dataKeys,
    getAdminApiKey: adminKeys,
    updateAdminApiKey: adminKeys,
    rotateAdminApiKey: adminKeys,
    testAdminApiKey: adminKeys,
    changeAdminApiKeyPassword: adminKeys,
    deleteAdminApiKey: adminKeys,
    // The examples delete keys 1 and 2, which aren't used for calls.
    deleteDataApiKeys: dataKeys,
    deleteAdminApiKeys: adminKeys,
    pauseFiles: () => inState("open"),
    async resumeFiles() {
      await inState("open");
      return inState("pause");
    },
    disconnectClient: client,
    messageClient: client,
    getFileNote: note,
    deleteFileNote: note,
    remapFileNote: noteToMove,
    getUpload: async () => (await upload(uploadExample)).prepared,
    deleteUpload: async () => (await upload(uploadExample)).prepared,
    async completeUpload() {
      const { parts, prepared } = await upload(uploadExample);
      for (const { address } of parts) {
        const answer = await fetch(address ?? "", { method: "PUT", body: Buffer.alloc(1024) });
        if (!answer.ok) throw new Error(`A part was refused: HTTP ${answer.status}`);
      }
      return prepared;
    },
    async takeRole() {
      await service.admin("PUT", "/svc/api/people/reception", { role: "viewer" });
      return {};
    },
    signOut: session,
    getSession: session,
    async endSession() {
      const prepared = await session();
      const other = (await aBrowser(service).signIn()).body.response.session.id;
      return { ...prepared, names: { "5f1c3c0a9be04d7e8f2a61b0c4d93e77": other } };
    },
    async collectHandOver(attempt) {
      // It answers only the program that asked first.
      const { hash } = await allowed((name) => attempt({ [hashExample]: name }));
      return { names: { [hashExample]: hash } };
    },
  };
}
