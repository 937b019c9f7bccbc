import type { ServiceOf } from "../shared/contract/operation.ts";
import { adminApi } from "../shared/filemaker/admin-api.ts";
import { dataApi } from "../shared/filemaker/data-api.ts";
import { sessionPool } from "../shared/filemaker/session-pool.ts";
import { sessionStore } from "../shared/filemaker/session-store.ts";
import { adminKeyId } from "../shared/keys/admin-key-id.ts";
import type { keys as keysContract } from "../shared/keys/contract.ts";
import { fileCheck } from "../shared/keys/file-check.ts";
import { keyring } from "../shared/keys/keyring.ts";
import { lastUse } from "../shared/keys/last-use.ts";
import { type Rewrap, rewrap } from "../shared/keys/rewrap.ts";
import { keyService } from "../shared/keys/service.ts";
import { keyStore } from "../shared/keys/store.ts";
import { unusedSessions } from "../shared/keys/unused-sessions.ts";
import { type Background, background } from "../shared/ports/background.ts";
import type { Clock } from "../shared/ports/clock.ts";
import type { Ids } from "../shared/ports/ids.ts";
import type { Log } from "../shared/ports/log.ts";
import type { Outbound } from "../shared/ports/outbound.ts";
import type { Table } from "../shared/ports/table.ts";
import type { Vault } from "../shared/ports/vault.ts";
import { nativeSessions } from "../shared/proxy/native-sessions.ts";
import type { ProxyTimeouts } from "../shared/proxy/relay-plans.ts";
import { type Proxies, proxyService } from "../shared/proxy/service.ts";
import { adminAccounts } from "../shared/sessions/admin-accounts.ts";
import { administrators } from "../shared/sessions/administrators.ts";
import { attempts } from "../shared/sessions/attempts.ts";
import { apiDescription } from "../shared/system/api-description.ts";
import type { system as systemContract } from "../shared/system/contract.ts";
import { systemService } from "../shared/system/service.ts";

/** The world that services stand on: adapters and settings, handed in once by local-runtime/start.ts or by the Lambda entry. */
export interface Foundation {
  readonly table: Table;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** FileMaker Server's Data API and its Admin API, which may listen elsewhere. */
  readonly fileMaker: { readonly dataApi: Outbound; readonly adminApi: Outbound };
  /** FileMaker Server's public origin, as its own answers spell it. */
  readonly publicOrigin: string;
  /** Where callers reach us. Asked when it is needed: the port may be picked at the start. */
  readonly baseUrl: () => string;
  readonly prefixes: readonly string[];
  readonly proxyTimeouts: ProxyTimeouts;
  /** How long known keys go on while the store does not answer. Milliseconds, 0 for not at all (R3.7). */
  readonly outageMs: number;
}

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
      sessions: sessions(),
      checkFiles: fileCheck({ dataApi: fileMakerData(), adminApi: fileMakerAdmin() }),
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
  return once("proxy", ({ clock, fileMaker, publicOrigin, baseUrl, prefixes, proxyTimeouts }) =>
    proxyService({
      outbound: fileMaker.dataApi,
      keyring: ring(),
      sessions: sessions(),
      nativeSessions: logins(),
      clock,
      publicOrigin,
      baseUrl,
      ownHeaderPrefixes: prefixes.map((prefix) => `x-${prefix}-`),
      timeouts: proxyTimeouts,
    }),
  );
}

/** The system resource. */
export function system(): ServiceOf<typeof systemContract> {
  return once("system", ({ table, clock, prefixes: [prefix = "svc"] }) =>
    systemService({ table, clock, dataApi: fileMakerData(), openApi: () => apiDescription(prefix) }),
  );
}

/** Who makes a management call. */
export function callers() {
  return once("callers", ({ vault, clock, ids }) => {
    const keyId = adminKeyId({ store: store(), vault, lastUse: keyUses() });
    return administrators({ adminKeyId: keyId, accounts: consoleAccounts(), clock, ids });
  });
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
      dataApi: fileMakerData(),
      clock,
      ids,
      background: afterwards(),
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
      dataApi: fileMakerData(),
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
    const endUnusedSessions = unusedSessions({ store: store(), sessions: sessions(), background: afterwards() });
    return rewrap({ store: store(), keyring: ring(), vault, endUnusedSessions });
  });
}

function store() {
  return once("key store", ({ table }) => keyStore(table));
}

function ring() {
  return once("keyring", ({ vault, clock, outageMs }) =>
    keyring({ store: store(), vault, clock, background: afterwards(), lastUse: keyUses(), outageMs }),
  );
}

function failedAttempts() {
  return once("attempts", ({ table, vault, clock }) => attempts({ table, vault, clock }));
}

function consoleAccounts() {
  return once("console accounts", () => adminAccounts({ adminApi: fileMakerAdmin(), attempts: failedAttempts() }));
}

function fileMakerData() {
  return once("data api", ({ fileMaker }) => dataApi(fileMaker.dataApi));
}

function fileMakerAdmin() {
  return once("admin api", ({ fileMaker }) => adminApi(fileMaker.adminApi));
}
