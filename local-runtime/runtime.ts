import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { SettingRefused, type Settings } from "../functions/environment.ts";
import { afterwards, type Foundation, logins, provide, sessions } from "../functions/wiring.ts";
import { undiciOutbound } from "../shared/filemaker/outbound.ts";
import type { Clock } from "../shared/ports/clock.ts";
import type { ProxyTimeouts } from "../shared/proxy/service.ts";
import { clientAddresses } from "./client-address.ts";
import { systemClock } from "./clock.ts";
import { gateway } from "./gateway.ts";
import { systemIds } from "./ids.ts";
import { openLog } from "./log.ts";
import { repeating } from "./repeating.ts";
import { readRouteTable } from "./route-table.ts";
import { router } from "./router.ts";
import { openTable } from "./table.ts";
import { openVault } from "./vault.ts";

const sweepMs = 5 * 60_000;
const graceMs = 10_000;
const projectRoot = new URL("../", import.meta.url);

/** What tests turn, shorten or stand in the way of. */
export interface RuntimeOptions {
  readonly clock?: Clock;
  readonly proxyTimeouts?: ProxyTimeouts;
  readonly outageMs?: number;
  /** Sees the foundation before anything is built on it. */
  readonly decorate?: (foundation: Foundation) => Foundation;
}

/** Everything of one machine, running. */
export interface Runtime {
  /** Where callers reach it. */
  readonly baseUrl: string;
  readonly foundation: Foundation;
  /** Stops accepting, lets calls finish, logs out of FileMaker, closes the store. */
  stop(): Promise<void>;
}

/** Starts the gateway on the settings, against the FileMaker Server at `fmsUrl`. @throws SettingRefused */
export async function startRuntime(settings: Settings, fmsUrl: string, options: RuntimeOptions = {}): Promise<Runtime> {
  const tls = readTls(settings);
  const ca = settings.FMS_CA_FILE === undefined ? undefined : readSettingFile("FMS_CA_FILE", settings.FMS_CA_FILE);
  const clock = options.clock ?? systemClock;
  const ids = systemIds(clock);
  const masterKeyFile =
    settings.MASTER_KEY_FILE ?? join(dirname(settings.DATA_DIR), `${basename(settings.DATA_DIR)}.key`);
  const tableFile = join(settings.DATA_DIR, "latchkey.sqlite");
  refuseLostMasterKey(masterKeyFile, tableFile);
  mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  const vault = openVault({ file: masterKeyFile, createIfMissing: true, clock, ids });
  const table = openTable({ file: tableFile, clock });
  const log = openLog({ folder: join(settings.DATA_DIR, "logs"), clock });

  const dataApiUrl = settings.PREVENT_DAPI_CALLOUT ? settings.FMS_LOOPBACK_URL : fmsUrl;
  const trust = { ...(ca !== undefined && { ca: [ca] }) };
  const fileMaker = {
    dataApi: undiciOutbound({ origin: dataApiUrl, servername: new URL(fmsUrl).hostname, ...trust }),
    adminApi: undiciOutbound({ origin: settings.FMS_ADMIN_URL ?? fmsUrl, ...trust }),
  };

  let baseUrl = settings.BASE_URL ?? "";
  const prefixes = [settings.SERVICE_PREFIX, ...settings.SERVICE_PREFIX_ALIASES];
  const foundation: Foundation = {
    table,
    vault,
    clock,
    ids,
    log,
    fileMaker,
    publicOrigin: fmsUrl,
    baseUrl: () => baseUrl,
    prefixes,
    proxyTimeouts: options.proxyTimeouts ?? { headersMs: 15 * 60_000, bodyMs: 60_000 },
    outageMs: options.outageMs ?? 15 * 60_000,
  };
  provide(options.decorate?.(foundation) ?? foundation);

  const routes = readRouteTable(new URL("serverless.yml", projectRoot));
  const handlers = new Map();
  for (const { function: name, module } of routes) {
    if (!handlers.has(name)) handlers.set(name, (await import(new URL(`${module}.ts`, projectRoot).href)).handler);
  }
  const door = gateway({
    router: router(routes, prefixes),
    handlers,
    clients: clientAddresses(settings.TRUSTED_PROXIES),
    tls,
    requestId: requestIds(ids.uuid()),
  });
  const port = await door.listen(settings.PORT, settings.HOST);
  baseUrl ||= `${tls ? "https" : "http"}://${settings.HOST.includes(":") ? `[${settings.HOST}]` : settings.HOST}:${port}`;
  const sweeping = repeating(clock, sweepMs, () => sessions().sweep());

  return {
    baseUrl,
    foundation,
    async stop() {
      sweeping.stop();
      await door.close(graceMs);
      await afterwards().settle();
      await logins().close();
      await sessions().close();
      await Promise.all([fileMaker.dataApi.close(), fileMaker.adminApi.close()]);
      table.close();
      await log.close();
    },
  };
}

/** Ids that cost a call nothing: one random part per process, then a count. */
function requestIds(process: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}

function readTls({ TLS_CERT_FILE, TLS_KEY_FILE }: Settings) {
  if (TLS_CERT_FILE === undefined || TLS_KEY_FILE === undefined) return undefined;
  return {
    cert: Buffer.from(readSettingFile("TLS_CERT_FILE", TLS_CERT_FILE)),
    key: Buffer.from(readSettingFile("TLS_KEY_FILE", TLS_KEY_FILE)),
  };
}

function readSettingFile(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new SettingRefused(`${name} ${file} cannot be read.`, { cause });
  }
}

/** Without the key that sealed them, stored passwords are lost; a new key would only hide that. */
function refuseLostMasterKey(masterKeyFile: string, tableFile: string): void {
  if (existsSync(masterKeyFile) || !existsSync(tableFile)) return;
  throw new SettingRefused(
    `MASTER_KEY_FILE ${masterKeyFile} is missing, but ${tableFile} holds what was sealed with it: put the file back, or move the data folder away to start anew.`,
  );
}
