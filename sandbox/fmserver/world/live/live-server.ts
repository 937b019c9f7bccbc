import { randomUUID } from "node:crypto";
import type { AdminRole } from "../schema/admin-schema.ts";
import type { License, PlugIn, Traffic } from "../schema/machine-schema.ts";
import type { Settings } from "../schema/settings-schema.ts";
import type { World } from "../schema/world-schema.ts";
import { type LiveClient, liveClient } from "./live-client.ts";
import { type LiveSchedule, liveSchedule } from "./live-schedule.ts";

/** Current state of the server, apart from its files: everything that administrators can see and change. */
export interface LiveServer {
  /** True while the Database Server is running. */
  running: boolean;
  name: string;
  /** By group; groups are changed in place. */
  readonly settings: Settings;
  /** True for enabled APIs. */
  readonly engines: { dataApi: boolean; odata: boolean };
  /** Stopped processes, except for the Database Server and the APIs. */
  readonly stopped: Set<string>;
  /** True for enabled statistics. */
  readonly statistics: { server: boolean; topCalls: boolean; clients: boolean };
  /** Running backups that don't belong to a schedule. */
  readonly backups: Set<AbortController>;
  readonly accounts: { name: string; password: string }[];
  readonly roles: Map<string, LiveRole>;
  /** By name. */
  readonly pkiKeys: Map<string, LivePkiKey>;
  /** By id, in the order of connection. */
  readonly clients: Map<string, LiveClient>;
  /** By id. */
  readonly schedules: Map<string, LiveSchedule>;
  readonly plugins: Map<string, LivePlugIn>;
  license: License;
  traffic: Traffic;
  certificate: InstalledCertificate;
  /** Names of files that were open when the Database Server stopped. */
  lastOpened: readonly string[];
  /** Returns a new number, never used before for a client, schedule or role. */
  nextId(kind: "client" | "schedule" | "role"): string;
}

/** Role with its number. */
export interface LiveRole extends AdminRole {
  readonly id: string;
}

/** Registered public key. */
export interface LivePkiKey {
  readonly id: string;
  readonly name: string;
  publicKey: string;
  readonly addedAt: number;
  lastUsedAt: number | undefined;
}

/** Plug-in with its number. */
interface LivePlugIn extends PlugIn {
  readonly id: string;
  enabled: boolean;
}

/** Installed certificate: PEM with the name that it was requested for, or the standard one of every installation. */
export type InstalledCertificate = "standard" | { readonly pem: string; readonly domain?: string };

export function liveServer(world: World, now: number): LiveServer {
  const next = { client: 0, schedule: 0, role: 0 };
  const nextId: LiveServer["nextId"] = (kind) => {
    next[kind] += 1;
    return String(next[kind]);
  };
  const { admin, server } = world;
  return {
    running: true,
    name: server.name,
    settings: structuredClone(admin.settings),
    engines: { dataApi: server.dataApi.enabled, odata: server.odata.enabled },
    stopped: new Set(),
    statistics: { ...server.statistics },
    backups: new Set(),
    accounts: structuredClone(admin.accounts),
    roles: byId(admin.roles.map((role) => ({ ...structuredClone(role), id: nextId("role") }))),
    pkiKeys: new Map(
      admin.pkiKeys.map(({ name, publicKey }) => [
        name,
        { id: randomUUID(), name, publicKey, addedAt: now, lastUsedAt: undefined },
      ]),
    ),
    clients: byId(
      world.clients.map((client, at) => liveClient(client, nextId("client"), now, world, `clients[${at}]`)),
    ),
    schedules: byId(world.schedules.map((schedule) => liveSchedule(schedule, nextId("schedule")))),
    plugins: byId(world.plugins.map((plugin, at) => ({ ...plugin, id: String(at + 1) }))),
    license: { ...world.license },
    traffic: { ...world.traffic },
    certificate: "standard",
    lastOpened: [],
    nextId,
  };
}

function byId<Thing extends { readonly id: string }>(things: readonly Thing[]): Map<string, Thing> {
  return new Map(things.map((thing) => [thing.id, thing]));
}
