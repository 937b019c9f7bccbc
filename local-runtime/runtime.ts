import { fileURLToPath } from "node:url";
import { crossOrigin } from "../functions/edge/cross-origin.ts";
import { SettingRefused, type Settings, timeLimits, uploadLimits } from "../functions/environment.ts";
import { agentLinks } from "../functions/wiring/agent.ts";
import { refusedCredentials } from "../functions/wiring/audit.ts";
import { jobConsumer } from "../functions/wiring/consumer.ts";
import { eventFeed } from "../functions/wiring/events.ts";
import { adminSessions, sessions } from "../functions/wiring/filemaker.ts";
import { afterwards, type Foundation, provide } from "../functions/wiring/foundation.ts";
import { deleteProcessLeftovers, jobs } from "../functions/wiring/jobs.ts";
import { keyUses } from "../functions/wiring/keyrings.ts";
import { rewrapKeys } from "../functions/wiring/keys.ts";
import { logins } from "../functions/wiring/proxy.ts";
import { deleteUploadLeftovers, isAwaited } from "../functions/wiring/uploads.ts";
import { undiciOutbound } from "../shared/filemaker/outbound.ts";
import { reasonOf } from "../shared/ports/background.ts";
import type { BlobStore } from "../shared/ports/blob-addresses.ts";
import type { Clock } from "../shared/ports/clock.ts";
import type { Ids } from "../shared/ports/ids.ts";
import type { Log } from "../shared/ports/log.ts";
import type { Queue, QueueSource } from "../shared/ports/queue.ts";
import type { Schedules } from "../shared/ports/schedules.ts";
import type { Table } from "../shared/ports/table.ts";
import type { Vault } from "../shared/ports/vault.ts";
import type { ProxyTimeouts } from "../shared/proxy/relay-plans.ts";
import { localAddresses } from "./blob-addresses.ts";
import { blobDoor, blobRoute } from "./blob-door.ts";
import { byteDoor, byteRoutes } from "./byte-door.ts";
import { calloutAddresses } from "./callout-addresses.ts";
import { callouts } from "./callouts.ts";
import { certificateSight } from "./certificate-sight.ts";
import { clientAddresses } from "./client-address.ts";
import { systemClock } from "./clock.ts";
import { consoleDoor, consoleRoutes } from "./console-door.ts";
import { consoleFiles } from "./console-files.ts";
import { openBlobFolder, openDataFolder, openJobQueue } from "./data-folder.ts";
import { type GatewayOptions, gateway } from "./gateway.ts";
import { type GatewayLimits, gatewayLimits } from "./gateway-limits.ts";
import { systemIds } from "./ids.ts";
import { linkDoor } from "./link-door.ts";
import { consumeQueue } from "./queue-consumer.ts";
import { repeating } from "./repeating.ts";
import { type RouteEntry, readRouteTable } from "./route-table.ts";
import { router } from "./router.ts";
import { serviceLogs } from "./service-logs.ts";
import { readTls, readTrust } from "./setting-files.ts";

const sweepMs = 5 * 60_000;
/** How often processes are looked for that nobody is told of. */
const forgottenMs = 30_000;
const leftoversMs = 60 * 60_000;
const projectRoot = new URL("../", import.meta.url);
const consoleFolder = fileURLToPath(new URL("console/dist", projectRoot));

/** How long a stop may take, in milliseconds. */
export interface StopTimes {
  /** For calls under way. */
  readonly graceMs: number;
  /** For logging out of FileMaker Server, which may not answer. */
  readonly farewellMs: number;
}

/** What the service keeps, and where it writes its log. */
export interface Stores {
  readonly table: Table & { close(): void };
  readonly vault: Vault;
  readonly log: Log & { close(): Promise<void> };
  /** Where left out, a folder beside the rest, and addresses of the gateway itself. */
  readonly blobs?: BlobStore;
  /** Where left out, a queue beside the rest, and schedules in it. */
  readonly work?: Work;
}

/** Messages about work, now and for later. */
interface Work {
  readonly queue: Queue & QueueSource;
  readonly schedules: Schedules;
  close(): void;
}

/** What tests turn, shorten or stand in the way of. */
export interface RuntimeOptions {
  /** Opens other stores than those in the data folder. */
  readonly openStores?: (settings: Settings, clock: Clock, ids: Ids) => Stores;
  readonly clock?: Clock;
  readonly proxyTimeouts?: ProxyTimeouts;
  readonly outageMs?: number;
  /** Of a proxied call, as where bodies do not stream. */
  readonly largestBodyBytes?: number;
  /** For FileMaker Server to accept a connection (R3.5). */
  readonly connectTimeoutMs?: number;
  readonly limits?: Partial<GatewayLimits>;
  readonly stopTimes?: StopTimes;
  /** Whether somebody who asks for the console should wait a moment. */
  readonly isConsoleBeingBuilt?: () => boolean;
  /** Runs all that is done in the name of a function of serverless.yml; of `shutdown` at its end, and of `expiry` where one machine deletes what has expired. */
  readonly around?: Around;
  /** Sees the foundation before anything is built on it. */
  readonly decorate?: (foundation: Foundation) => Foundation;
}

type Around = (functionName: string, run: () => Promise<void>) => Promise<void>;

/** Everything of one machine, running. */
export interface Runtime {
  /** Where callers reach it. */
  readonly baseUrl: string;
  /** Where programs on this machine reach it. */
  readonly localUrl: string;
  readonly foundation: Foundation;
  /** Stops accepting, lets calls finish, logs out of FileMaker, closes the store. */
  stop(): Promise<void>;
}

/** Starts the gateway on the settings, against the FileMaker Server at `fmsUrl`. @throws SettingRefused */
export async function startRuntime(settings: Settings, fmsUrl: string, options: RuntimeOptions = {}): Promise<Runtime> {
  const tls = readTls(settings);
  const ca = readTrust(settings);
  const fileMaker = fileMakerAt(fmsUrl, settings, { connectTimeoutMs: options.connectTimeoutMs ?? 3_000, ca });
  const clock = options.clock ?? systemClock;
  const ids = systemIds(clock);
  const { table, vault, log, ...elsewhere }: Stores = (options.openStores ?? openDataFolder)(settings, clock, ids);

  let baseUrl = settings.BASE_URL ?? "";
  const prefixes = [...new Set([settings.SERVICE_PREFIX, ...settings.SERVICE_PREFIX_ALIASES])];
  const addresses = localAddresses({ vault, clock, baseUrl: () => baseUrl, prefix: settings.SERVICE_PREFIX });
  const blobs = elsewhere.blobs ?? { blobs: await openBlobFolder(settings, clock, ids), addresses };
  const { around = (_, run) => run() } = options;
  const requestId = requestIds(ids.uuid().slice(-12));
  const agentDoor = linkDoor({ links: agentLinks, prefixes, connectionId: requestId, around, log });
  const bytes = byteDoor({ links: agentLinks, ids, clock, log });
  const linkAddress = () => `${baseUrl.replace(/^http/, "ws")}/${settings.SERVICE_PREFIX}/agent`;
  const work = elsewhere.work ?? localWork(settings, clock);
  const foundation: Foundation = {
    table,
    vault,
    clock,
    ids,
    log,
    fileMaker,
    callouts: callouts({
      isAllowed: calloutAddresses(settings.CALLOUT_NETWORKS),
      areOn: !settings.PREVENT_DAPI_CALLOUT,
    }),
    certificate: certificateSight({
      origin: settings.PREVENT_DAPI_CALLOUT ? settings.FMS_LOOPBACK_URL : fmsUrl,
      servername: new URL(fmsUrl).hostname,
      ca,
    }),
    publicOrigin: fmsUrl,
    baseUrl: () => baseUrl,
    prefixes,
    proxyTimeouts: options.proxyTimeouts ?? { headersMs: 15 * 60_000, bodyMs: 60_000 },
    outageMs: options.outageMs ?? 15 * 60_000,
    ...timeLimits(settings),
    answerMs: Number.POSITIVE_INFINITY,
    blobs,
    uploadLimits: uploadLimits(settings),
    diskFloorBytes: settings.DISK_FLOOR_MB * 1_000_000,
    serviceLogs: serviceLogs(settings, clock),
    queue: work.queue,
    schedules: work.schedules,
    linkPlace: {
      sockets: agentDoor.sockets,
      address: linkAddress,
      arrivals: bytes.arrivals,
      departures: bytes.departures,
    },
    largestBodyBytes: options.largestBodyBytes ?? Number.POSITIVE_INFINITY,
  };
  const ground = options.decorate?.(foundation) ?? foundation;
  provide(ground);

  const { routes, handlers } = await loadFunctions();
  const door = gateway({
    router: router([...routes, blobRoute, ...byteRoutes, ...consoleRoutes], prefixes),
    handlers: new Map([
      ...handlers,
      ["agent-bytes", bytes.handler],
      [blobRoute.function, blobDoor({ blobs: blobs.blobs, addresses, isAwaited, clock, log })],
      ["console", consoleDoor(consoleFiles(consoleFolder, options.isConsoleBeingBuilt))],
    ]),
    clients: clientAddresses(settings.TRUSTED_PROXIES),
    limits: { ...gatewayLimits, ...options.limits },
    crossOrigin: crossOrigin(settings.CORS_ORIGINS, prefixes),
    tls,
    linkDoor: agentDoor,
    around,
    requestId,
    onRefusal: (refusal) => (refusal.status >= 500 ? log.error({ ...refusal }) : log.info({ ...refusal })),
  });
  const port = await listening(door, settings);
  baseUrl ||= `${tls ? "https" : "http"}://${settings.HOST.includes(":") ? `[${settings.HOST}]` : settings.HOST}:${port}`;
  // A certificate is for the public name, and a reverse proxy does not see to calls from here.
  const localUrl = tls ? baseUrl : `http://${localHost(settings.HOST)}:${port}`;
  const asJob = (work: () => Promise<unknown>) => () =>
    around("jobs", async () => {
      await work();
    });
  const sweeping = repeating(
    clock,
    sweepMs,
    asJob(() => Promise.all([sessions().sweep(), adminSessions().sweep()])),
  );
  const tidying = repeating(clock, leftoversMs, async () => {
    await around("jobs", async () => void (await deleteUploadLeftovers()));
    await around("expiry", async () => void (await deleteProcessLeftovers()));
  });
  const reminding = repeating(
    clock,
    forgottenMs,
    asJob(() => jobs().sweep()),
  );
  const consume = jobConsumer();
  const working = consumeQueue({ queue: ground.queue ?? work.queue, consume, around, clock, log });
  const rewrapping = new AbortController();
  const rewrap = asJob(() => rewrapKeys()(rewrapping.signal));
  afterwards().run("sealing passwords again", rewrap());

  const farewell = async () => {
    keyUses().close();
    refusedCredentials().flush(true);
    await afterwards().settle();
    await logins().close();
    await Promise.all([sessions().close(), adminSessions().close()]);
    await Promise.all([fileMaker.dataApi.close(), fileMaker.adminApi.close()]);
  };

  return {
    baseUrl,
    localUrl,
    foundation,
    async stop() {
      const { graceMs, farewellMs } = options.stopTimes ?? { graceMs: 10_000, farewellMs: 5_000 };
      sweeping.stop();
      tidying.stop();
      reminding.stop();
      eventFeed().close();
      rewrapping.abort();
      await agentDoor.close();
      const workLeft = working.stop();
      await door.close(graceMs);
      await within(graceMs, workLeft).catch((thrown: unknown) => {
        // Its lease runs out, and whoever starts next sees to it.
        log.error({ event: "work_cut_off", reason: reasonOf(thrown) });
      });
      work.close();
      // Sessions that cannot be logged out end by themselves after 15 minutes; the stop does not wait for that.
      await within(farewellMs, around("shutdown", farewell)).catch((thrown: unknown) => {
        log.error({ event: "logout_failed", reason: reasonOf(thrown) });
      });
      table.close();
      await log.close();
    },
  };
}

interface Reach {
  readonly connectTimeoutMs: number;
  readonly ca: readonly string[] | undefined;
}

function localWork(settings: Settings, clock: Clock): Work {
  const queue = openJobQueue(settings, clock);
  return { queue, schedules: queue.schedules, close: () => queue.close() };
}

function fileMakerAt(fmsUrl: string, settings: Settings, { connectTimeoutMs, ca }: Reach): Foundation["fileMaker"] {
  const reach = { connectTimeoutMs, ...(ca !== undefined && { ca }) };
  const dataApiUrl = settings.PREVENT_DAPI_CALLOUT ? settings.FMS_LOOPBACK_URL : fmsUrl;
  return {
    dataApi: undiciOutbound({ origin: dataApiUrl, servername: new URL(fmsUrl).hostname, ...reach }),
    adminApi: undiciOutbound({ origin: settings.FMS_ADMIN_URL ?? fmsUrl, ...reach }),
  };
}

interface Functions {
  readonly routes: readonly RouteEntry[];
  readonly handlers: GatewayOptions["handlers"];
}

let functions: Promise<Functions> | undefined;

/** The functions of the stack, once for all runtimes of a process. Whoever waits for something else before its start can call this meanwhile. */
export function loadFunctions(): Promise<Functions> {
  functions ??= readFunctions();
  return functions;
}

async function readFunctions(): Promise<Functions> {
  const routes = readRouteTable(new URL("serverless.yml", projectRoot));
  const modules = new Map(routes.map(({ function: name, module }) => [name, module]));
  const load = async ([name, module]: [string, string]) => {
    const { handler } = await import(new URL(`${module}.ts`, projectRoot).href);
    return [name, handler] as const;
  };
  return { routes, handlers: new Map(await Promise.all([...modules].map(load))) };
}

async function listening(door: ReturnType<typeof gateway>, { PORT, HOST }: Settings): Promise<number> {
  try {
    return await door.listen(PORT, HOST);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    const sentence =
      {
        EADDRINUSE: `PORT ${PORT} on ${HOST} is in use by another program.`,
        EACCES: `PORT ${PORT} on ${HOST} may not be used by this account.`,
      }[code] ?? `HOST ${HOST} is not an address of this machine.`;
    throw new SettingRefused(sentence, { cause });
  }
}

function localHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** Ids that cost a call nothing: one random part per process, then a count. */
function requestIds(process: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}

/** Rejects when the work takes longer; the work itself goes on. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Not done after ${milliseconds} ms`)), milliseconds);
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
