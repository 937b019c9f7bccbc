import release from "../package.json" with { type: "json" };
import type { agent as agentContract } from "../shared/agent/contract.ts";
import { type Hands, hands as handsOn } from "../shared/agent/hands.ts";
import { links as linksOf } from "../shared/agent/links.ts";
import { replies } from "../shared/agent/replies.ts";
import { sendToAgent } from "../shared/agent/senders.ts";
import { serverKeys } from "../shared/agent/server-keys.ts";
import { agentService } from "../shared/agent/service.ts";
import { agentStore } from "../shared/agent/store.ts";
import { workEvents } from "../shared/agent/work-events.ts";
import { workInput, workJob } from "../shared/agent/work-job.ts";
import type { audit as auditContract } from "../shared/audit/contract.ts";
import { type CredentialRefusals, credentialRefusals } from "../shared/audit/refusals.ts";
import { auditService } from "../shared/audit/service.ts";
import { auditStore } from "../shared/audit/store.ts";
import { type AuditTrail, auditTrail as trail } from "../shared/audit/trail.ts";
import type { browser as browserContract, browserStreams } from "../shared/browser/contract.ts";
import { browserDeliveries as deliveriesOfBrowser } from "../shared/browser/deliveries.ts";
import { fileDelivery } from "../shared/browser/downloads.ts";
import { hostBytes } from "../shared/browser/host-bytes.ts";
import { downloadLinks } from "../shared/browser/links.ts";
import { browserService } from "../shared/browser/service.ts";
import { statOn } from "../shared/browser/stat-on.ts";
import type { AdminCredential, Call } from "../shared/contract/call.ts";
import type { DeliveriesOf } from "../shared/contract/delivery.ts";
import { ServiceError } from "../shared/contract/errors.ts";
import type { ServiceOf } from "../shared/contract/operation.ts";
import type { events as eventsContract } from "../shared/events/contract.ts";
import { type EventFeed, eventFeed as feedOf } from "../shared/events/feed.ts";
import { eventService } from "../shared/events/service.ts";
import { eventStore } from "../shared/events/store.ts";
import { accountStanding } from "../shared/filemaker/account-standing.ts";
import { type AdminApi, adminApi } from "../shared/filemaker/admin-api.ts";
import { type AdminCalls, adminCalls } from "../shared/filemaker/admin-calls.ts";
import { adminSessionServer } from "../shared/filemaker/admin-session-server.ts";
import { dataApi } from "../shared/filemaker/data-api.ts";
import { odata } from "../shared/filemaker/odata.ts";
import { pkiCommands } from "../shared/filemaker/pki-commands.ts";
import { refusalStore } from "../shared/filemaker/refusal-store.ts";
import { scheduleCommands } from "../shared/filemaker/schedule-commands.ts";
import { type ServerCommands, serverCommands } from "../shared/filemaker/server-commands.ts";
import { serverProbe } from "../shared/filemaker/server-probe.ts";
import { serverVersion } from "../shared/filemaker/server-version.ts";
import { serviceCommands } from "../shared/filemaker/service-commands.ts";
import { type SessionPool, sessionPool } from "../shared/filemaker/session-pool.ts";
import { adminApiHabits, dataApiHabits } from "../shared/filemaker/session-server.ts";
import { sessionStore } from "../shared/filemaker/session-store.ts";
import type { files as filesContract } from "../shared/files/contract.ts";
import type { disk as diskContract } from "../shared/files/disk/contract.ts";
import { room } from "../shared/files/disk/room.ts";
import { diskService } from "../shared/files/disk/service.ts";
import type { downloadStreams, downloads as downloadsContract } from "../shared/files/downloads/contract.ts";
import { downloadDeliveries as deliveriesOfDownloads } from "../shared/files/downloads/deliveries.ts";
import { downloadMaker } from "../shared/files/downloads/maker.ts";
import { downloadPlan } from "../shared/files/downloads/plan.ts";
import { downloadService } from "../shared/files/downloads/service.ts";
import { downloadStore } from "../shared/files/downloads/store.ts";
import { downloadTokens } from "../shared/files/downloads/token.ts";
import { deleteLeftovers } from "../shared/files/leftovers.ts";
import { lookOnHost } from "../shared/files/operations/look.ts";
import { operationPlans } from "../shared/files/operations/plans.ts";
import { partNamed } from "../shared/files/part-names.ts";
import type { patches as patchesContract } from "../shared/files/patch/contract.ts";
import { patchPlan, patchService } from "../shared/files/patch/service.ts";
import type { UploadLimits } from "../shared/files/rules.ts";
import { fileService } from "../shared/files/service.ts";
import { uploadStore } from "../shared/files/store.ts";
import { uploads } from "../shared/files/taken-upload.ts";
import { tidyJob, tidyPlan } from "../shared/files/tidy-job.ts";
import type { trash as trashContract } from "../shared/files/trash/contract.ts";
import { deleteJob } from "../shared/files/trash/delete-job.ts";
import { trashService } from "../shared/files/trash/service.ts";
import { uploadParts } from "../shared/files/upload-parts.ts";
import { type Jobs, jobs as jobsOf } from "../shared/jobs/accept.ts";
import { jobConsumer as consumerOf, type JobConsumer } from "../shared/jobs/consumer.ts";
import type { JobKind } from "../shared/jobs/kind.ts";
import { type Reports, reports as reportsOf } from "../shared/jobs/reports.ts";
import { adminKeyId } from "../shared/keys/admin-key-id.ts";
import type { keys as keysContract } from "../shared/keys/contract.ts";
import { credentialIds } from "../shared/keys/credential-id.ts";
import { fileCheck } from "../shared/keys/file-check.ts";
import { fileTrial } from "../shared/keys/file-opening.ts";
import { adminKeyring, keyring } from "../shared/keys/keyring.ts";
import { keysOfFiles } from "../shared/keys/keys-of-files.ts";
import { lastUse } from "../shared/keys/last-use.ts";
import { type Rewrap, rewrap } from "../shared/keys/rewrap.ts";
import { rewrapJob, rewrapPlan } from "../shared/keys/rewrap-job.ts";
import { keyService } from "../shared/keys/service.ts";
import { keyStore } from "../shared/keys/store.ts";
import { storedAccounts } from "../shared/keys/stored-accounts.ts";
import { unusedSessions } from "../shared/keys/unused-sessions.ts";
import type { logStreams, logs as logsContract } from "../shared/logs/contract.ts";
import { logDeliveries as deliveriesOfLogs } from "../shared/logs/deliveries.ts";
import { hostLogs } from "../shared/logs/host-logs.ts";
import type { LogPlace } from "../shared/logs/place.ts";
import type { LogPlaces } from "../shared/logs/places.ts";
import { logService } from "../shared/logs/service.ts";
import type { notes as notesContract } from "../shared/notes/contract.ts";
import { noteService } from "../shared/notes/service.ts";
import { noteStore } from "../shared/notes/store.ts";
import { type Background, background } from "../shared/ports/background.ts";
import type { BlobStore } from "../shared/ports/blob-addresses.ts";
import type { Callouts } from "../shared/ports/callouts.ts";
import type { CertificateSight } from "../shared/ports/certificate-sight.ts";
import type { Clock } from "../shared/ports/clock.ts";
import type { Ids } from "../shared/ports/ids.ts";
import type { LinkPlace } from "../shared/ports/link-sockets.ts";
import type { Log } from "../shared/ports/log.ts";
import type { Outbound } from "../shared/ports/outbound.ts";
import type { Queue, QueueSource } from "../shared/ports/queue.ts";
import type { Schedules } from "../shared/ports/schedules.ts";
import type { Table } from "../shared/ports/table.ts";
import type { Vault } from "../shared/ports/vault.ts";
import type { processes as processesContract } from "../shared/processes/contract.ts";
import { deleteToolLogs } from "../shared/processes/leftovers.ts";
import { processService } from "../shared/processes/service.ts";
import { processStore } from "../shared/processes/store.ts";
import { hostLogName } from "../shared/processes/tool-log.ts";
import { type AdminProxy, adminProxyService } from "../shared/proxy/admin-service.ts";
import { nativeSessions } from "../shared/proxy/native-sessions.ts";
import type { ProxyTimeouts } from "../shared/proxy/relay-plans.ts";
import { type Proxies, proxyService } from "../shared/proxy/service.ts";
import type { server as serverContract } from "../shared/server/contract.ts";
import { partChange } from "../shared/server/part-change.ts";
import { partSight } from "../shared/server/part-sight.ts";
import { processEnd } from "../shared/server/process-end.ts";
import { scriptRun } from "../shared/server/script-run.ts";
import { serverService } from "../shared/server/service.ts";
import { adminAccounts } from "../shared/sessions/admin-accounts.ts";
import { administrators } from "../shared/sessions/administrators.ts";
import { attempts } from "../shared/sessions/attempts.ts";
import type { sessions as sessionsContract } from "../shared/sessions/contract.ts";
import { handOverStore } from "../shared/sessions/hand-over-store.ts";
import { handOvers } from "../shared/sessions/hand-overs.ts";
import { personSessions } from "../shared/sessions/person-sessions.ts";
import type { SessionLimits } from "../shared/sessions/record.ts";
import { rememberedAccounts } from "../shared/sessions/remembered-accounts.ts";
import { sessionService } from "../shared/sessions/service.ts";
import { personSessionStore } from "../shared/sessions/store.ts";
import { apiDescription } from "../shared/system/api-description.ts";
import type { system as systemContract } from "../shared/system/contract.ts";
import { information } from "../shared/system/information.ts";
import { checkPrerequisites } from "../shared/system/prerequisites/check-prerequisites.ts";
import { reach } from "../shared/system/reach.ts";
import { knownServer } from "../shared/system/server-facts.ts";
import { systemService } from "../shared/system/service.ts";
import { settings } from "../shared/system/settings.ts";
import { systemStore } from "../shared/system/store.ts";

/** The world that services stand on: adapters and settings, handed in once by local-runtime/start.ts or by the Lambda entry. */
export interface Foundation {
  readonly table: Table;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** FileMaker Server's Data API and its Admin API, which may listen elsewhere. */
  readonly fileMaker: { readonly dataApi: Outbound; readonly adminApi: Outbound };
  /** Servers elsewhere, that an administrator named. */
  readonly callouts: Callouts;
  /** FileMaker Server's certificate. */
  readonly certificate: CertificateSight;
  /** FileMaker Server's public origin, as its own answers spell it. */
  readonly publicOrigin: string;
  /** Where callers reach us. Asked when it is needed: the port may be picked at the start. */
  readonly baseUrl: () => string;
  readonly prefixes: readonly string[];
  readonly proxyTimeouts: ProxyTimeouts;
  /** How long known keys go on while the store does not answer. Milliseconds, 0 for not at all (R3.7). */
  readonly outageMs: number;
  readonly sessionLimits: SessionLimits;
  /** How long the audit trail is kept. Milliseconds. */
  readonly auditKeptMs: number;
  /** How long an answer waits for files that open or close. Milliseconds. */
  readonly fileCommandMs: number;
  /** How long an answer may wait for the end of a process: infinite where no gateway cuts it off. Milliseconds. */
  readonly answerMs: number;
  /** Bytes, and where clients bring them. Undefined in a function that handles none. */
  readonly blobs: BlobStore | undefined;
  readonly uploadLimits: UploadLimits;
  /** How long deleted files are kept. Milliseconds. */
  readonly trashKeptMs: number;
  /** What work on the database host leaves free on its disks. Bytes. */
  readonly diskFloorBytes: number;
  /** Messages about work that takes long. Undefined in a function that starts none. */
  readonly queue: (Queue & QueueSource) | undefined;
  /** Messages for later than the queue holds them back. Undefined where there is no queue. */
  readonly schedules: Schedules | undefined;
  /** Kinds of work beside those that the service brings along. */
  readonly jobKinds?: readonly JobKind[];
  /** Where agents hold their links. Undefined in a function that asks none. */
  readonly linkPlace: LinkPlace | undefined;
  /** The service's own logs, where it writes files. */
  readonly serviceLogs?: LogPlace;
  /** The largest body that a proxied call can carry: infinite where bodies stream. Bytes. */
  readonly largestBodyBytes: number;
}

/** How long a process can be looked at after its end. */
const processesKeptMs = 30 * 24 * 60 * 60_000;

let built = new Map<string, unknown>();
let foundation: Foundation | undefined;

/** Hands in the foundation. Services that were built on another one are left behind. */
export function provide(next: Foundation): void {
  foundation = next;
  built = new Map();
}

/** The foundation that was handed in. */
export function provided(): Foundation {
  if (foundation === undefined)
    throw new Error("The entry point has to provide a foundation before it calls a handler");
  return foundation;
}

/** Builds a thing once per foundation. Plain functions around it let a bundler drop what a handler does not use. */
function once<T>(name: string, build: (ground: Foundation) => T): T {
  const known = built.get(name);
  if (known !== undefined) return known as T;
  const thing = build(provided());
  built.set(name, thing);
  return thing;
}

/** The keys resource. */
export function keys(): ServiceOf<typeof keysContract> {
  return once("keys", ({ vault, clock, ids }) =>
    keyService({
      store: store(),
      refusals: refusals(),
      keyring: ring(),
      adminKeyring: adminRing(),
      sessions: sessions(),
      adminSessions: adminSessions(),
      checkFiles: fileCheck({ dataApi: fileMakerData(), odata: fileMakerOData(), adminApi: fileMakerAdmin() }),
      accounts: consoleAccounts(),
      attempts: failedAttempts(),
      background: afterwards(),
      vault,
      clock,
      ids,
    }),
  );
}

/** The proxy resource. */
export function proxy(): Proxies {
  return once("proxy", ({ clock, ids, fileMaker, publicOrigin, baseUrl, prefixes, proxyTimeouts, largestBodyBytes }) =>
    proxyService({
      outbound: fileMaker.dataApi,
      keyring: ring(),
      sessions: sessions(),
      nativeSessions: logins(),
      standing: standing(),
      attempts: failedAttempts(),
      clock,
      publicOrigin,
      baseUrl,
      ownHeaderPrefixes: prefixes.map((prefix) => `x-${prefix}-`),
      timeouts: proxyTimeouts,
      uploads: takenUploads(),
      ids,
      largestBodyBytes,
    }),
  );
}

/** The files resource. */
export function files(): ServiceOf<typeof filesContract> {
  return once(
    "files",
    ({ table, vault, uploadLimits, fileCommandMs: waitMs, diskFloorBytes: floorBytes, clock, ids }) =>
      fileService({
        jobs,
        workInput: (work, fields) => workInput(vault, work, fields),
        look: lookOnHost(hands),
        floorBytes,
        waitMs,
        server: serverOfCallers(),
        administrator: administratorOf(),
        keysOfFiles: () => keysOfFiles(store(), refusals()),
        notedFiles: () => noteStore(table).noted(),
        store: uploadRecords(),
        parts: partsOfUploads(),
        limits: uploadLimits,
        background: afterwards(),
        clock,
        ids,
      }),
  );
}

/** The trash of hosted files. */
export function trash(): ServiceOf<typeof trashContract> {
  return once("trash", ({ vault, clock, ids, trashKeptMs: keptMs }) =>
    trashService({
      hands,
      server: serverOfCallers(),
      administrator: administratorOf(),
      jobs,
      vault,
      clock,
      ids,
      keptMs,
    }),
  );
}

/** Patches of hosted files. */
export function patches(): ServiceOf<typeof patchesContract> {
  return once("patches", ({ vault, diskFloorBytes: floorBytes }) =>
    patchService({
      server: serverOfCallers(),
      floorBytes,
      version: serverVersion(adminCallsOfAccounts()),
      administrator: administratorOf(),
      start: (plan, fields, startedBy) =>
        jobs().accept({ plan, inputOf: workInput(vault, "files.patch", fields), startedBy }),
    }),
  );
}

/** The disks of the database host. */
export function disk(): ServiceOf<typeof diskContract> {
  return once("disk", ({ diskFloorBytes }) => diskService(hands, diskFloorBytes));
}

/** Downloads of hosted files: asking for them. */
export function downloads(): ServiceOf<typeof downloadsContract> {
  return once("downloads", ({ vault, baseUrl, prefixes: [prefix = "svc"] }) =>
    downloadService({ make: makeDownload(), tokens: downloadTokens(vault), baseUrl, prefix }),
  );
}

/** Downloads of hosted files: their bytes. */
export function downloadDeliveries(): DeliveriesOf<typeof downloadStreams> {
  return once("download deliveries", ({ table, vault, clock, answerMs, linkPlace: place }) =>
    deliveriesOfDownloads({
      make: makeDownload(),
      store: downloadStore(table),
      tokens: downloadTokens(vault),
      hasKey: async (keyId) => (await store().byId("admin", keyId)) !== undefined,
      ended: processEnd({ process: processRecords().get, clock, answerMs, isStopping: () => eventFeed().isClosed }),
      send: fileDelivery({ bytes: hostBytes(hands, place?.arrivals), stat: statOn(hands) }),
      clock,
    }),
  );
}

function makeDownload() {
  return once("making downloads", ({ table, vault, clock, ids, diskFloorBytes }) =>
    downloadMaker({
      store: downloadStore(table),
      server: serverOfCallers(),
      administrator: administratorOf(),
      jobs,
      workInput: (work, fields) => workInput(vault, work, fields),
      room: room(hands, diskFloorBytes),
      clock,
      ids,
    }),
  );
}

/** Work on hosted files that the service does itself. */
function fileJobs(): readonly JobKind[] {
  const { vault, clock } = provided();
  return [
    deleteJob({ server: serverOfCallers(), hands, vault, clock }),
    workJob(downloadPlan, { hands, vault: () => vault }),
  ];
}

/** The server resource. */
export function server(): ServiceOf<typeof serverContract> {
  return once("server", ({ vault, clock, ids, answerMs }) => {
    const accounts = storedAccounts({ store: store(), vault });
    const process = processRecords().get;
    return serverService({
      commands: serverOfCallers(),
      sight: partsOfServer(),
      administrator: administratorOf(),
      anyAdministrator: () => accounts.ofAnyAdminKey(),
      hands,
      jobs: jobs(),
      ended: processEnd({ process, clock, answerMs, isStopping: () => eventFeed().isClosed }),
      vault,
      ids,
    });
  });
}

function partsOfServer() {
  return once("parts of the server", ({ fileMaker, clock }) =>
    partSight({
      services: serviceCommands(adminCallsOfAccounts()),
      probe: serverProbe(fileMaker.dataApi, () => clock.now()),
    }),
  );
}

/** Work on FileMaker Server itself. */
function serverJobs(): readonly JobKind[] {
  const { vault, clock } = provided();
  return [
    scriptRun({ schedules: scheduleCommands(adminCallsOfAccounts()), vault, clock, process: processRecords().get }),
    partChange({ services: serviceCommands(adminCallsOfAccounts()), hands, sight: partsOfServer(), vault, clock }),
  ];
}

/** The account or token that FileMaker Server is asked with for a caller. */
function administratorOf() {
  return once(
    "administrator of callers",
    ({ vault }) =>
      async (call: Pick<Call, "caller">): Promise<AdminCredential> => {
        const credential = await storedAccounts({ store: store(), vault }).ofCaller(call);
        // A key whose record vanished between the check and here.
        if (credential === undefined) throw new ServiceError("unauthenticated");
        return credential;
      },
  );
}

/** The logs resource. */
export function logs(): ServiceOf<typeof logsContract> {
  return once("logs", () => logService(logPlaces()));
}

/** Logs as they are, and as they are written. */
export function logDeliveries(): DeliveriesOf<typeof logStreams> {
  return once("log deliveries", ({ clock }) => deliveriesOfLogs(logPlaces(), clock, () => eventFeed().isClosed));
}

function logPlaces(): LogPlaces {
  const { linkPlace: place, serviceLogs: service } = provided();
  return { server: hostLogs({ hands, areBytesBrought: () => place?.arrivals !== undefined }), service };
}

/** The file browser: the folders of FileMaker Server on its host. */
export function browser(): ServiceOf<typeof browserContract> {
  return once("browser", ({ clock, ids, trashKeptMs: keptMs, largestBodyBytes }) =>
    // Behind a gateway that takes less, a round number below what it takes.
    browserService({
      hands,
      links: browserLinks(),
      clock,
      ids,
      keptMs,
      uploadPartBytes: Math.min(25_000_000, Math.floor(largestBodyBytes / 1_000_000) * 1_000_000),
    }),
  );
}

/** Bytes of the host's files, on their way to callers and from them. */
export function browserDeliveries(): DeliveriesOf<typeof browserStreams> {
  return once(
    "browser deliveries",
    ({ linkPlace: place, clock, ids, diskFloorBytes: floorBytes, prefixes: [prefix = "svc"] }) =>
      deliveriesOfBrowser({
        bytes: hostBytes(hands, place?.arrivals),
        stat: statOn(hands),
        links: browserLinks(),
        hands,
        departures: place?.departures,
        floorBytes,
        clock,
        ids,
        address: `/${prefix}/api/files/uploads`,
      }),
  );
}

function browserLinks() {
  const { vault, clock, baseUrl, prefixes } = provided();
  const [prefix = "svc"] = prefixes;
  return downloadLinks({ vault, clock, address: () => `${baseUrl()}/${prefix}/api/files/link` });
}

/** The notes resource. */
export function notes(): ServiceOf<typeof notesContract> {
  return once("notes", ({ table, clock }) => noteService({ store: noteStore(table), clock }));
}

/** Whether an upload waits for the bytes of a blob with this name. */
export async function isAwaited(name: string): Promise<boolean> {
  const part = partNamed(name);
  const upload = part && (await uploadRecords().get(part));
  return upload !== undefined && upload.record.etags === null;
}

/** Deletes the parts of uploads that are gone. */
export function deleteUploadLeftovers(): Promise<number> {
  return deleteLeftovers({ store: uploadRecords(), blobs: blobStore().blobs });
}

/** The processes resource. */
export function processes(): ServiceOf<typeof processesContract> {
  return once("processes", ({ clock }) =>
    processService({
      store: processRecords(),
      jobs: jobs(),
      queue: jobQueue,
      plans: { "keys.rewrap": rewrapPlan, "uploads.tidy": tidyPlan },
      blobs: () => blobStore().blobs,
      clock,
      announce: announceProcess,
      askToLeave: askAgentToLeave,
    }),
  );
}

/** An abort reaches the agent at once where it is there, and with its next heartbeat where not. */
function askAgentToLeave(process: number, fence: number): void {
  const asked = hands().request("work.abort", { process, fence }, { deadlineMs: 5_000 });
  const arrived = asked.catch((thrown: unknown) => {
    if (!(thrown instanceof ServiceError)) throw thrown;
  });
  afterwards().run("asking the agent to leave", arrived);
}

/** Where work that takes long is accepted. */
export function jobs(): Jobs {
  return once("jobs", ({ clock, log }) =>
    jobsOf({
      store: processRecords(),
      queue: jobQueue(),
      schedules: jobSchedules,
      clock,
      log,
      announce: announceProcess,
    }),
  );
}

/** What does the work that messages ask for. */
export function jobConsumer(): JobConsumer {
  return once("job consumer", ({ vault, clock, log, jobKinds = [] }) => {
    const kinds = [
      rewrapJob(rewrapKeys),
      tidyJob(deleteUploadLeftovers),
      ...serverJobs(),
      ...fileJobs(),
      workJob(patchPlan, { hands, vault: () => vault }),
      ...hostJobs(),
      ...jobKinds,
    ];
    return consumerOf({
      store: processRecords(),
      jobs: jobs(),
      queue: jobQueue(),
      kinds: () => kinds,
      blobs: () => blobStore().blobs,
      clock,
      log,
      announce: announceProcess,
    });
  });
}

/** What the agent does to files, each kind as the process that it becomes. */
function hostJobs(): readonly JobKind[] {
  const rooms = { hands, vault: () => provided().vault };
  return Object.values(operationPlans).map((plan) => workJob(plan, rooms));
}

function jobQueue(): Queue & QueueSource {
  const { queue } = provided();
  if (queue === undefined) throw new Error("The entry point gave this function no queue");
  return queue;
}

function jobSchedules(): Schedules {
  const { schedules } = provided();
  if (schedules === undefined) throw new Error("The entry point gave this function no schedules");
  return schedules;
}

/** What is reported of processes by those who work on them elsewhere. */
export function jobReports(): Reports {
  return once("job reports", ({ clock }) =>
    reportsOf({
      store: processRecords(),
      clock,
      announce: announceProcess,
      enqueue: (id) => jobs().enqueue(id),
    }),
  );
}

/** Deletes what programs have put out in processes that are no longer kept. */
export function deleteProcessLeftovers(): Promise<number> {
  return deleteToolLogs({ store: processRecords(), blobs: blobStore().blobs });
}

function processRecords() {
  return once("process store", ({ table }) => processStore(table, processesKeptMs));
}

function announceProcess(id: number): Promise<void> {
  return eventFeed().publish(`process:${id}`);
}

/** The events resource. */
export function events(): ServiceOf<typeof eventsContract> {
  return once("events", () => eventService(eventRecords()));
}

/** Where changes are told, and followed. */
export function eventFeed(): EventFeed {
  return once("event feed", ({ clock, log }) => feedOf({ store: eventRecords(), clock, log }));
}

function eventRecords() {
  return once("event store", ({ table }) => eventStore(table));
}

/** The system resource. */
export function system(): ServiceOf<typeof systemContract> {
  return once("system", (ground) => {
    const { table, vault, clock, ids, callouts, certificate, publicOrigin, prefixes } = ground;
    const [prefix = "svc"] = prefixes;
    const stored = systemStore(table);
    const probe = serverProbe(ground.fileMaker.dataApi, () => clock.now());
    const accounts = storedAccounts({ store: store(), vault });
    const adminApi = fileMakerAdmin();
    const administrator = () => accounts.ofAnyAdminKey();
    const server = knownServer({ store: stored, adminApi, administrator, clock, background: afterwards() });
    const checkFiles = fileCheck({ dataApi: fileMakerData(), odata: fileMakerOData(), adminApi });
    const guarded = { store: store(), checkFiles, attempts: failedAttempts(), vault };
    const host = new URL(publicOrigin).hostname;
    return systemService({
      table,
      clock,
      dataApi: fileMakerData(),
      openApi: () => apiDescription(prefix),
      docsBase: `/${prefix}/apidoc`,
      information: information({ store: stored, server, probe, host, clock, version: release.version }),
      reach: reach(callouts, prefix),
      settings: settings({ store: stored, vault, ids }),
      checkPrerequisites: checkPrerequisites({
        probe,
        server,
        adminApi,
        accounts,
        tryFiles: fileTrial(guarded),
        attempts: failedAttempts(),
        certificate,
        clock,
        origin: publicOrigin,
      }),
    });
  });
}

/** Who makes a management call. */
export function callers() {
  return once("callers", ({ vault }) => {
    const keyId = adminKeyId({ store: store(), vault, lastUse: keyUses() });
    return administrators({ adminKeyId: keyId, accounts: knownAccounts(), people: people() });
  });
}

/** The sessions resource: people who sign in. */
export function signIns(): ServiceOf<typeof sessionsContract> {
  return once("sign-ins", ({ table, vault, clock, ids, sessionLimits: limits }) => {
    const accounts = consoleAccounts();
    const handOver = { store: handOverStore(table), people: people(), accounts, vault, clock, ids, limits };
    return sessionService({
      store: personSessionStore(table),
      people: people(),
      accounts,
      handOvers: handOvers(handOver),
      limits,
    });
  });
}

/** The agent resource. */
export function agents(): ServiceOf<typeof agentContract> {
  return once("agents", ({ vault, clock, ids }) =>
    agentService({
      store: agentRecords(),
      place: linkPlace(),
      vault,
      clock,
      ids,
      serverKeys: keysOfAgents(),
      administrator: (call) => storedAccounts({ store: store(), vault }).ofCaller(call),
    }),
  );
}

/** Keys of agents at FileMaker Server. */
function keysOfAgents() {
  return once("keys of agents", ({ vault, clock, log }) =>
    serverKeys({
      store: agentRecords(),
      pki: pkiCommands(adminCallsOfAccounts()),
      anyAdministrator: () => storedAccounts({ store: store(), vault }).ofAnyAdminKey(),
      background: afterwards(),
      clock,
      log,
    }),
  );
}

/** The service's side of the link that an agent holds. */
export function agentLinks() {
  return once("agent links", ({ vault, clock, log }) =>
    linksOf({
      store: agentRecords(),
      sockets: linkPlace().sockets,
      send: agentSender(),
      replies: agentReplies(),
      serverKeys: keysOfAgents(),
      works: workEvents({ reports: jobReports, blobs: () => blobStore().blobs, outputName: hostLogName }),
      vault,
      clock,
      log,
    }),
  );
}

/** What is done on the database host. */
export function hands(): Hands {
  return once("hands", ({ vault, clock, ids }) =>
    handsOn({
      store: agentRecords(),
      send: agentSender(),
      replies: agentReplies(),
      arrivals: linkPlace().arrivals,
      vault,
      clock,
      ids,
    }),
  );
}

function agentRecords() {
  return once("agent store", ({ table }) => agentStore(table));
}

function agentReplies() {
  return once("agent replies", ({ clock }) => replies(agentRecords(), clock));
}

function agentSender() {
  return once("agent sender", ({ vault, clock }) =>
    sendToAgent({ store: agentRecords(), sockets: linkPlace().sockets, vault, clock }),
  );
}

function linkPlace(): LinkPlace {
  const { linkPlace: place } = provided();
  if (place === undefined) throw new Error("The entry point gave this function no link to agents");
  return place;
}

/** The audit resource. */
export function audit(): ServiceOf<typeof auditContract> {
  return once("audit", ({ table, clock, auditKeptMs: keptMs }) =>
    auditService({ store: auditStore(table, keptMs), clock, keptMs }),
  );
}

/** What writes the audit trail. */
export function auditTrail(): AuditTrail {
  return once("audit trail", ({ table, clock, ids, log, auditKeptMs }) =>
    trail({ store: auditStore(table, auditKeptMs), clock, ids, log }),
  );
}

/** What counts refused credentials into the audit trail. */
export function refusedCredentials(): CredentialRefusals {
  return once("refused credentials", ({ table, clock, auditKeptMs }) =>
    credentialRefusals({ store: auditStore(table, auditKeptMs), clock, background: afterwards() }),
  );
}

function people() {
  return once("people", ({ table, vault, clock, ids, sessionLimits: limits }) =>
    personSessions({ store: personSessionStore(table), accounts: consoleAccounts(), vault, clock, ids, limits }),
  );
}

/** Work that outlives its answer. */
export function afterwards(): Background {
  return once("background", ({ log }) => background(log));
}

/** FileMaker sessions, shared by keys and proxy. */
export function sessions() {
  return once("sessions", ({ table, vault, clock, ids, publicOrigin }) =>
    sessionPool({
      store: sessionStore(table, vault, publicOrigin),
      server: fileMakerData(),
      habits: dataApiHabits,
      clock,
      ids,
      background: afterwards(),
      standing: standing(),
    }),
  );
}

/** The proxy of the Admin API. */
export function adminProxy(): AdminProxy {
  return once("admin proxy", ({ vault, fileMaker, baseUrl, prefixes, proxyTimeouts, largestBodyBytes }) =>
    adminProxyService({
      outbound: fileMaker.adminApi,
      keyring: adminRing(),
      sessions: adminSessions(),
      nativeSessions: adminLogins(),
      attempts: failedAttempts(),
      // What a role does not allow, FileMaker Server refuses there itself.
      accepts: async (account, visitor) => (await knownAccounts().standing(account, visitor)) !== "refused",
      sessionAccount: async (value, visitor) => (await people().find(value, "command-line", visitor))?.account,
      credentialId: async (account) => (await credentialIds(vault, "admin", account))[0],
      baseUrl,
      ownHeaderPrefixes: prefixes.map((prefix) => `x-${prefix}-`),
      timeouts: proxyTimeouts,
      largestBodyBytes,
    }),
  );
}

/** Sessions of the Admin API. */
export function adminSessions(): SessionPool {
  return once("admin sessions", ({ table, vault, clock, ids, publicOrigin }) =>
    sessionPool({
      store: sessionStore(table, vault, publicOrigin),
      server: adminSessionServer(fileMakerAdmin),
      habits: adminApiHabits,
      clock,
      ids,
      background: afterwards(),
      standing: standing(),
    }),
  );
}

/** What the Admin API does with files and clients, in pooled sessions of the account that asks. */
function serverOfCallers(): ServerCommands {
  return once("server commands", () => serverCommands(adminCallsOfAccounts()));
}

function adminCallsOfAccounts(): AdminCalls {
  return once("admin calls", ({ vault, fileMaker }) =>
    adminCalls({
      outbound: fileMaker.adminApi,
      sessions: adminSessions(),
      credentialId: async (account) => (await credentialIds(vault, "admin", account))[0],
    }),
  );
}

/** Logins through the proxy. */
export function logins() {
  return once("logins", ({ table, vault, clock, ids, outageMs }) =>
    nativeSessions({
      table,
      vault,
      clock,
      ids,
      background: afterwards(),
      sessions: sessions(),
      server: fileMakerData(),
      purpose: "native session",
      outageMs,
    }),
  );
}

function adminLogins() {
  return once("admin logins", ({ table, vault, clock, ids, outageMs }) =>
    nativeSessions({
      table,
      vault,
      clock,
      ids,
      background: afterwards(),
      sessions: adminSessions(),
      server: adminSessionServer(fileMakerAdmin),
      purpose: "admin login",
      outageMs,
    }),
  );
}

/** When keys were used, on its way into the store. */
export function keyUses() {
  return once("key uses", ({ clock }) => lastUse({ store: store(), clock, background: afterwards() }));
}

/** What follows on a change of the master key. */
export function rewrapKeys(): Rewrap {
  return once("rewrap", ({ vault }) => {
    const shared = { store: store(), background: afterwards() };
    const endUnusedSessions = {
      data: unusedSessions({ ...shared, kind: "data", sessions: sessions() }),
      admin: unusedSessions({ ...shared, kind: "admin", sessions: adminSessions() }),
    };
    return rewrap({ store: store(), keyrings: { data: ring(), admin: adminRing() }, vault, endUnusedSessions });
  });
}

/** Data API Keys by their values. */
export function dataKeys() {
  return ring();
}

function uploadRecords() {
  return once("uploads", ({ table }) => uploadStore(table));
}

function partsOfUploads() {
  return once("parts of uploads", () => uploadParts(blobStore()));
}

/** Complete uploads, for one call each. */
export function takenUploads() {
  return once("taken uploads", ({ clock }) =>
    uploads({ store: uploadRecords(), parts: partsOfUploads(), background: afterwards(), clock }),
  );
}

function blobStore(): BlobStore {
  const { blobs } = provided();
  if (blobs === undefined) throw new Error("The entry point gave this function no blobs");
  return blobs;
}

function refusals() {
  return once("refusals", ({ table, publicOrigin }) => refusalStore(table, publicOrigin));
}

/** What FileMaker Server says of the accounts behind keys, as logins and calls meet it. */
function standing() {
  return once("standing", ({ clock }) => accountStanding({ store: refusals(), clock, background: afterwards() }));
}

function store() {
  return once("key store", ({ table }) => keyStore(table));
}

function ring() {
  return once("keyring", ({ vault, clock, outageMs }) =>
    keyring({ store: store(), vault, clock, background: afterwards(), lastUse: keyUses(), outageMs }),
  );
}

function adminRing() {
  return once("admin keyring", ({ vault, clock, outageMs }) =>
    adminKeyring({ store: store(), vault, clock, background: afterwards(), lastUse: keyUses(), outageMs }),
  );
}

function failedAttempts() {
  return once("attempts", ({ table, vault, clock }) => attempts({ table, vault, clock }));
}

function consoleAccounts() {
  return once("console accounts", () => adminAccounts({ adminApi: fileMakerAdmin(), attempts: failedAttempts() }));
}

function knownAccounts() {
  return once("known accounts", ({ clock, ids }) => rememberedAccounts({ accounts: consoleAccounts(), clock, ids }));
}

function fileMakerData() {
  return once("data api", ({ fileMaker }) => dataApi(fileMaker.dataApi));
}

function fileMakerAdmin(): AdminApi {
  return once("admin api", ({ fileMaker }) => adminApi(fileMaker.adminApi, () => adminSessions().makeRoom()));
}

function fileMakerOData() {
  return once("odata", ({ fileMaker }) => odata(fileMaker.dataApi));
}
