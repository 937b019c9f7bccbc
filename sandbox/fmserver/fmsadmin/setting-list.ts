import type { Host } from "../host.ts";

/** Setting that can be read and usually written by name. */
export interface Setting {
  readonly name: string;
  /** Note in brackets after the value, such as `[default: 512, range: 64-1048576]`. */
  readonly note: string;
  read(host: Host): number | boolean | string;
  /** Writes the value. Returns false if it is invalid. */
  write?(host: Host, text: string): boolean;
  /** True if it only takes effect at the next start. */
  readonly needsRestart?: boolean;
}

/** Returns the settings of SERVERPREFS. */
export function serverPreferences(): readonly Setting[] {
  return [
    number("MaxGuests", { usual: 250, from: 0, to: 2000 }, ({ general }) => general, "maxProConnections", true),
    number("MaxFiles", { usual: 256, from: 1, to: 256 }, ({ general }) => general, "maxFiles", true),
    number("CacheSize", { usual: 512, from: 64, to: 1_048_576 }, ({ general }) => general, "cacheSize"),
    number("AllowPSOS", { usual: 100, from: 0, to: 500 }, ({ general }) => general, "maxPSOS"),
    flag("RequireSecureDB", true, ({ security }) => security, "requireSecureDB"),
    number(
      "AuthenticatedStream",
      { usual: 1, from: 1, to: 2 },
      ({ authenticatedStream }) => authenticatedStream,
      "authenticatedStream",
    ),
    flag("ParallelBackupEnabled", false, ({ parallelBackup }) => parallelBackup, "parallelBackupEnabled"),
    flag("PersistCacheEnabled", false, ({ persistentCache }) => persistentCache, "persistentCache", true),
    flag("SyncPersistCache", false, ({ persistentCache }) => persistentCache, "persistentCacheSync", true),
    flag(
      "DatabaseServerAutoRestart",
      false,
      ({ persistentCache }) => persistentCache,
      "databaseServerAutoRestart",
      true,
    ),
    flag("BlockNewUsersEnabled", false, ({ blockNewUsers }) => blockNewUsers, "blockNewUsers"),
    flag("OnlyOpenLastOpenedDatabases", false, ({ general }) => general, "onlyOpenLastOpenedDatabases"),
  ];
}

/** Returns the settings of SERVERCONFIG. */
export function serverConfiguration(): readonly Setting[] {
  return [
    number("CacheSize", { usual: 512, from: 64, to: 1_048_576 }, ({ general }) => general, "cacheSize"),
    number("HostedFiles", { usual: 256, from: 1, to: 256 }, ({ general }) => general, "maxFiles", true),
    number("ProConnections", { usual: 250, from: 0, to: 2000 }, ({ general }) => general, "maxProConnections", true),
    number("ScriptSessions", { usual: 100, from: 0, to: 500 }, ({ general }) => general, "maxPSOS"),
    flag("SecureFilesOnly", true, ({ security }) => security, "requireSecureDB"),
  ];
}

/** Returns the settings of CWPCONFIG. */
export function webPublishing(): readonly Setting[] {
  return [
    flag("EnablePHP", false, ({ php }) => php, "enabled", true),
    flag("EnableXML", false, ({ xml }) => xml, "enabled", true),
    flag("PreValidation", false, ({ php }) => php, "dataPreValidation"),
    flag("UseFMPHP", false, ({ php }) => php, "useFileMakerPhp"),
  ];
}

type Settings = Host["world"]["server"]["settings"];

function number<Name extends string>(
  name: string,
  range: { readonly usual: number; readonly from: number; readonly to: number },
  place: (settings: Settings) => Record<Name, number>,
  key: Name,
  needsRestart = false,
): Setting {
  return {
    name,
    note: `default: ${range.usual}, range: ${range.from}-${range.to}`,
    read: (host) => place(host.world.server.settings)[key],
    write(host, text) {
      const value = Number(text);
      if (!/^\d{1,9}$/.test(text) || value < range.from || value > range.to) return false;
      place(host.world.server.settings)[key] = value;
      return true;
    },
    needsRestart,
  };
}

function flag<Name extends string>(
  name: string,
  usual: boolean,
  place: (settings: Settings) => Record<Name, boolean>,
  key: Name,
  needsRestart = false,
): Setting {
  return {
    name,
    note: `default: ${usual}`,
    read: (host) => place(host.world.server.settings)[key],
    write(host, text) {
      if (!/^(?:true|false)$/i.test(text)) return false;
      place(host.world.server.settings)[key] = text.toLowerCase() === "true";
      return true;
    },
    needsRestart,
  };
}
