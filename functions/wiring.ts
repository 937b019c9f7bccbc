import release from "../package.json" with { type: "json" };
import type { agent as agentContract } from "../shared/agent/contract.ts";
import { type Hands, hands as handsOn } from "../shared/agent/hands.ts";
import { links as linksOf } from "../shared/agent/links.ts";
import { replies } from "../shared/agent/replies.ts";
import { sendToAgent } from "../shared/agent/senders.ts";
import { agentService } from "../shared/agent/service.ts";
import { agentStore } from "../shared/agent/store.ts";
import type { audit as auditContract } from "../shared/audit/contract.ts";
import { type CredentialRefusals, credentialRefusals } from "../shared/audit/refusals.ts";
import { auditService } from "../shared/audit/service.ts";
import { auditStore } from "../shared/audit/store.ts";
import { type AuditTrail, auditTrail as trail } from "../shared/audit/trail.ts";
import type { DeliveriesOf } from "../shared/contract/delivery.ts";
import { ServiceError } from "../shared/contract/errors.ts";
import type { ServiceOf } from "../shared/contract/operation.ts";
import type { events as eventsContract } from "../shared/events/contract.ts";
import { type EventFeed, eventFeed as feedOf } from "../shared/events/feed.ts";
import { eventService } from "../shared/events/service.ts";
import { eventStore } from "../shared/events/store.ts";
import { type AdminApi, adminApi } from "../shared/filemaker/admin-api.ts";
import { adminCalls } from "../shared/filemaker/admin-calls.ts";
import { adminSessionServer } from "../shared/filemaker/admin-session-server.ts";
import { dataApi } from "../shared/filemaker/data-api.ts";
import { odata } from "../shared/filemaker/odata.ts";
import { type ServerCommands, serverCommands } from "../shared/filemaker/server-commands.ts";
import { serverProbe } from "../shared/filemaker/server-probe.ts";
import { type SessionPool, sessionPool } from "../shared/filemaker/session-pool.ts";
import { adminApiHabits, dataApiHabits } from "../shared/filemaker/session-server.ts";
import { sessionStore } from "../shared/filemaker/session-store.ts";
import type { files as filesContract } from "../shared/files/contract.ts";
import { deleteLeftovers } from "../shared/files/leftovers.ts";
import { partNamed } from "../shared/files/part-names.ts";
import type { UploadLimits } from "../shared/files/rules.ts";
import { fileService } from "../shared/files/service.ts";
import { uploadStore } from "../shared/files/store.ts";
import { uploads } from "../shared/files/taken-upload.ts";
import { tidyJob, tidyPlan } from "../shared/files/tidy-job.ts";
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
import type { Table } from "../shared/ports/table.ts";
import type { Vault } from "../shared/ports/vault.ts";
import type { processes as processesContract } from "../shared/processes/contract.ts";
import { deleteToolLogs } from "../shared/processes/leftovers.ts";
import { processService } from "../shared/processes/service.ts";
import { processStore } from "../shared/processes/store.ts";
import { type AdminProxy, adminProxyService } from "../shared/proxy/admin-service.ts";
import { nativeSessions } from "../shared/proxy/native-sessions.ts";
import type { ProxyTimeouts } from "../shared/proxy/relay-plans.ts";
import { type Proxies, proxyService } from "../shared/proxy/service.ts";
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
  /** Bytes, and where clients bring them. Undefined in a function that handles none. */
  readonly blobs: BlobStore | undefined;
  readonly uploadLimits: UploadLimits;
  /** Messages about work that takes long. Undefined in a function that starts none. */
  readonly queue: (Queue & QueueSource) | undefined;
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
  return once("files", ({ table, vault, uploadLimits, fileCommandMs: waitMs, clock, ids }) =>
    fileService({
      waitMs,
      server: serverOfCallers(),
      administrator: async (call) => {
        const credential = await storedAccounts({ store: store(), vault }).ofCaller(call);
        // A key whose record vanished between the check and here.
        if (credential === undefined) throw new ServiceError("unauthenticated");
        return credential;
      },
      keysOfFiles: () => keysOfFiles(store()),
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
    }),
  );
}

/** Where work that takes long is accepted. */
export function jobs(): Jobs {
  return once("jobs", ({ clock, log }) =>
    jobsOf({ store: processRecords(), queue: jobQueue(), clock, log, announce: announceProcess }),
  );
}

/** What does the work that messages ask for. */
export function jobConsumer(): JobConsumer {
  return once("job consumer", ({ clock, log, jobKinds = [] }) => {
    const kinds = [rewrapJob(rewrapKeys), tidyJob(deleteUploadLeftovers), ...jobKinds];
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

function jobQueue(): Queue & QueueSource {
  const { queue } = provided();
  if (queue === undefined) throw new Error("The entry point gave this function no queue");
  return queue;
}

/** What is reported of processes by those who work on them elsewhere. */
export function jobReports(): Reports {
  return once("job reports", ({ clock }) => reportsOf({ store: processRecords(), clock, announce: announceProcess }));
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
    agentService({ store: agentRecords(), place: linkPlace(), vault, clock, ids }),
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
      accepts: (account, visitor) => knownAccounts().accepts(account, visitor),
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
    }),
  );
}

/** What the Admin API does with files and clients, in pooled sessions of the account that asks. */
function serverOfCallers(): ServerCommands {
  return once("server commands", ({ vault, fileMaker }) =>
    serverCommands(
      adminCalls({
        outbound: fileMaker.adminApi,
        sessions: adminSessions(),
        credentialId: async (account) => (await credentialIds(vault, "admin", account))[0],
      }),
    ),
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
