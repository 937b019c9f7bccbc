import { randomUUID } from "node:crypto";
import type { AdminRole } from "../schema/admin-schema.ts";
import type { License, PlugIn } from "../schema/machine-schema.ts";
import type { Settings } from "../schema/settings-schema.ts";
import type { World } from "../schema/world-schema.ts";
import { type LiveClient, liveClient } from "./live-client.ts";
import { type LiveSchedule, liveSchedule } from "./live-schedule.ts";

/** The server itself as it stands now, apart from its files: everything that administrators can see and change. */
export interface LiveServer {
  /** Whether the Database Server runs. */
  running: boolean;
  name: string;
  /** By group; the groups are changed in place. */
  readonly settings: Settings;
  /** Whether the APIs answer. */
  readonly engines: { dataApi: boolean; odata: boolean };
  /** Processes apart from the Database Server and the APIs that an administrator has stopped. */
  readonly stopped: Set<string>;
  /** Which statistics are written. */
  readonly statistics: { server: boolean; topCalls: boolean; clients: boolean };
  /** Backups under way that no schedule runs. */
  readonly backups: Set<AbortController>;
  readonly accounts: { name: string; password: string }[];
  readonly roles: Map<string, LiveRole>;
  /** By their names. */
  readonly pkiKeys: Map<string, LivePkiKey>;
  /** By id, in the order of their coming. */
  readonly clients: Map<string, LiveClient>;
  /** By id. */
  readonly schedules: Map<string, LiveSchedule>;
  readonly plugins: Map<string, LivePlugIn>;
  license: License;
  certificate: InstalledCertificate;
  /** The names of the files that were open when the Database Server stopped. */
  lastOpened: readonly string[];
  /** A number that no client, schedule or role has had. */
  nextId(kind: "client" | "schedule" | "role"): string;
}

/** A role with its number. */
export interface LiveRole extends AdminRole {
  readonly id: string;
}

/** A registered public key. */
export interface LivePkiKey {
  readonly id: string;
  readonly name: string;
  publicKey: string;
  readonly addedAt: number;
  lastUsedAt: number | undefined;
}

/** A plug-in with its number. */
interface LivePlugIn extends PlugIn {
  readonly id: string;
  enabled: boolean;
}

/** The certificate in use: PEM, with the name it was ordered for, or the one that every server comes with. */
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
    certificate: "standard",
    lastOpened: [],
    nextId,
  };
}

function byId<Thing extends { readonly id: string }>(things: readonly Thing[]): Map<string, Thing> {
  return new Map(things.map((thing) => [thing.id, thing]));
}
