import { fileURLToPath } from "node:url";
import { systemClock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import type { Stopwatch } from "#shared/ports/clock.ts";
import { crossOrigin } from "../functions/edge/cross-origin.ts";
import { requireAllowedNetwork } from "../functions/edge/refuse-network.ts";
import type { Platform } from "../functions/platform.ts";
import type { LocalSettings } from "../functions/settings/local.ts";
import { followDebugLogging } from "../functions/system/system.ts";
import { allowedNetworks } from "../functions/wiring/filemaker.ts";
import { isAwaited } from "../functions/wiring/uploads.ts";
import type { ConsoleBuildProgress } from "./console/console-build.ts";
import { consoleEndpoint, consoleRoutes, pagesOfConsole } from "./console/console-endpoint.ts";
import { consoleFiles } from "./console/console-files.ts";
import { fileMakerAt } from "./file-maker.ts";
import { type Around, type Functions, handlersOn, readFunctions } from "./functions.ts";
import { calledHosts } from "./http/called-hosts.ts";
import { clientAddresses } from "./http/client-address.ts";
import { gateway } from "./http/gateway.ts";
import { type GatewayLimits, gatewayLimits } from "./http/gateway-limits.ts";
import { listening, listeningUrl, loopbackUrl } from "./http/listening.ts";
import { requestIds } from "./http/request-ids.ts";
import { router } from "./http/router.ts";
import { unreadableAddresses } from "./http/unreadable-addresses.ts";
import { startJobs } from "./jobs.ts";
import { ownApi } from "./own-api.ts";
import { ownServer } from "./own-server.ts";
import { localPlatform, type PlatformLimits } from "./platform.ts";
import { readTls, readTrust } from "./setting-files.ts";
import { type StopTimes, shutdown } from "./shutdown.ts";
import type { FolderKind } from "./storage/folder-kind.ts";
import { type OpenStores, openStores } from "./storage/stores.ts";
import { agentLinkServer } from "./transfers/agent-link-server.ts";
import { agentTransferEndpoint, byteRoutes } from "./transfers/agent-transfer-endpoint.ts";
import { blobEndpoint, blobRoute } from "./transfers/blob-endpoint.ts";
import { linksOn } from "./transfers/links.ts";

const consoleFolder = fileURLToPath(new URL("../console/dist", import.meta.url));

/** Options of a start, and overrides for tests. */
export interface RuntimeOptions extends PlatformLimits {
  /** Functions that are already loaded. */
  readonly functions?: Functions;
  /** Purpose of the data folder. @default `server` */
  readonly kind?: FolderKind;
  /** Opens other stores than those in the data folder. */
  readonly openStores?: OpenStores;
  readonly clock?: Stopwatch;
  /** Milliseconds for FileMaker Server to accept a connection. */
  readonly connectTimeoutMs?: number;
  readonly limits?: Partial<GatewayLimits>;
  readonly stopTimes?: StopTimes;
  /** Stops the program in order and starts it again. */
  readonly restart?: () => void;
  /** Address of the sandbox's store, the only store address on this machine that can be called. */
  readonly sandboxStore?: string | undefined;
  /** Returns the progress of the console's build. Undefined unless it is running. */
  readonly consoleBuildProgress?: () => ConsoleBuildProgress | undefined;
  /** Changes the platform before anything is built on it. */
  readonly decorate?: (platform: Platform) => Platform;
  /** Wraps the work of functions: calls, `jobs` for work without a call, and `expiry` for deletions that AWS performs itself. */
  readonly around?: Around;
}

/** Running service on one machine. */
export interface Runtime {
  /** Public address. */
  readonly baseUrl: string;
  /** Address for programs on this machine. */
  readonly localUrl: string;
  readonly platform: Platform;
  /** Stops accepting calls, lets calls finish, logs out of FileMaker and closes the stores. */
  stop(): Promise<void>;
}

/** Starts the gateway with the settings, for the FileMaker Server at `fmsUrl`. @throws SettingRefused */
export async function startRuntime(
  settings: LocalSettings,
  fmsUrl: string,
  options: RuntimeOptions = {},
): Promise<Runtime> {
  const tls = readTls(settings);
  const ca = readTrust(settings);
  const clock = options.clock ?? systemClock;
  const ids = systemIds(clock);
  let ownUrl = settings.BASE_URL ?? "";
  const baseUrl = () => ownUrl;
  let ownPort = settings.PORT;
  const kind = options.kind ?? "server";
  const stores = await openStores({ settings, clock, ids, baseUrl, open: options.openStores, kind });
  const { log } = stores;
  const fileMaker = fileMakerAt(fmsUrl, settings, { connectTimeoutMs: options.connectTimeoutMs ?? 3_000, ca, clock });
  const { SERVICE_PREFIX: prefix, SERVICE_PREFIX_ALIASES: aliases } = settings;
  const prefixes: Platform["prefixes"] = [prefix, ...aliases.filter((alias) => alias !== prefix)];
  const limits = { ...gatewayLimits, ...options.limits };
  const requestId = requestIds(ids.uuid().slice(-12));

  const agentLinks = () => linksOn(platform, options.around);
  // The agent link server is part of the platform, and uses what is built on it.
  const links = agentLinkServer({
    links: agentLinks,
    prefixes,
    connectionId: requestId,
    clock,
    log,
    lingerMs: limits.lingerMs,
  });
  const bytes = agentTransferEndpoint({ links: agentLinks, ids, clock, log });
  const ownCalls = ownApi(() => ownFunctions, prefix, requestId);
  const given = localPlatform({
    ...{ settings, fmsUrl, ca, stores, clock, ids, fileMaker, baseUrl, prefixes, limits: options },
    bodyMs: limits.ownRequestMs,
    links,
    transfers: { inbound: bytes.inbound, outbound: bytes.outbound },
    restart: options.restart,
    sandboxStore: options.sandboxStore,
    isDemo: kind === "demo",
    ownServer: ownServer({ api: ownCalls, baseUrl, port: () => ownPort }),
    ownCertificateEndsAt: tls?.endsAt,
    ownApi: ownCalls,
  });
  const platform = options.decorate?.(given) ?? given;

  const functions = options.functions ?? readFunctions();
  const blobs = blobEndpoint({
    blobs: stores.blobs.blobs,
    addresses: stores.localAddresses,
    isAwaited: (name) => isAwaited(platform, name),
    clock,
    log,
  });
  const ownFunctions = {
    router: router(functions.routes, prefixes),
    handlers: handlersOn(platform, functions, options.around),
  };
  const endpoint = gateway({
    router: router([...functions.routes, blobRoute, ...byteRoutes, ...consoleRoutes], prefixes, {
      isFmiAtRoot: settings.SERVE_FMI_AT_ROOT,
    }),
    handlers: new Map([
      ...ownFunctions.handlers,
      ["agent-bytes", bytes.handler],
      [blobRoute.function, blobs],
      [
        "console",
        consoleEndpoint(consoleFiles(consoleFolder, options.consoleBuildProgress), (call) =>
          requireAllowedNetwork(call, platform),
        ),
      ],
    ]),
    pageRoute: pagesOfConsole,
    clients: clientAddresses(settings.TRUSTED_PROXIES, unreadableAddresses(log, clock)),
    limits,
    crossOrigin: crossOrigin(settings.CORS_ORIGINS, prefixes),
    tls,
    agentLinkServer: links,
    requestId,
    fmiAddress: () => `${ownUrl}/${prefix}/fmi/`,
    onHost: settings.BASE_URL === undefined ? calledHosts(log, baseUrl) : undefined,
    onRefusal: (refusal) => (refusal.status >= 500 ? log.error({ ...refusal }) : log.info({ ...refusal })),
  });
  const port = await listening(endpoint, settings);
  ownPort = port;
  ownUrl ||= listeningUrl(settings, port, tls !== undefined);
  const jobs = startJobs(platform, stores, options.around);
  if (!settings.USE_DATABASE_FOLDER_FOR_MIGRATIONS)
    log.error({
      event: "setting_ignored",
      setting: "USE_DATABASE_FOLDER_FOR_MIGRATIONS",
      reason: "Files are always migrated on the disk that hosts them.",
    });
  if (settings.CORS_ORIGINS.includes("null"))
    log.error({
      event: "null_origin_allowed",
      setting: "CORS_ORIGINS",
      reason: "Any web page can call with a key that it knows, from the network of the person who opens it.",
    });
  // Read in advance, so that the first call doesn't wait for it.
  const readNetworks = async () => void (await allowedNetworks(platform).read());
  platform.background.waitUntil(
    "reading the allowed networks",
    options.around?.("system", readNetworks) ?? readNetworks(),
  );
  platform.background.waitUntil("reading the debug setting", followDebugLogging(platform));

  return {
    baseUrl: ownUrl,
    // The certificate is for the public name, and a reverse proxy doesn't handle calls from here.
    localUrl: tls ? ownUrl : loopbackUrl(settings, port),
    platform,
    stop: () => shutdown({ platform, gateway: endpoint, links, jobs, fileMaker, stores }, options.stopTimes),
  };
}
