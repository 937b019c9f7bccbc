import type { Clock } from "#shared/ports/clock.ts";
import type { Information } from "./contract.ts";
import type { KnownServer } from "./known-server.ts";
import { isRunning, type ServerObservations, serverParts, troubleOf } from "./parts/server-parts.ts";
import type { ServerWatch } from "./parts/watch.ts";
import { compatibleVersion, versionParts } from "./rules.ts";
import type { SystemStore } from "./store.ts";

/** Minimum interval in milliseconds between checks of FileMaker Server, because any caller can request this. */
const freshMs = 5_000;

interface InformationDependencies {
  readonly clock: Clock;
  readonly store: SystemStore;
  readonly server: KnownServer;
  readonly watch: ServerWatch;
  /** Host name of FileMaker Server. */
  readonly host: string;
  /** Release of this service, in three parts. */
  readonly version: string;
  readonly isDemo: boolean;
}

/** Returns information about this service and its FileMaker Server, for any caller. */
export function information({ store, server, watch, clock, host, version, isDemo }: InformationDependencies) {
  let latest: { readonly at: number; readonly found: Promise<ServerObservations> } | undefined;
  const observed = (): Promise<ServerObservations> => {
    if (latest === undefined || Math.abs(clock.now() - latest.at) >= freshMs)
      latest = { at: clock.now(), found: watch() };
    return latest.found;
  };

  return async (): Promise<Information> => {
    const [{ settings }, known, found] = await Promise.all([store.settings(), server.known(), observed()]);
    const parts = serverParts(found);
    const release = (number: string): Information["Otto"] => ({
      version: number,
      build: `${number}.0`,
      themeColor: settings.themeColor,
      environmentTag: settings.environmentTag,
      environmentTagColor: settings.environmentTagColor,
      serverNickname: settings.syncToHostname ? host : settings.serverNickname,
      isLicenseValid: true,
      isOCCConnected: false,
    });
    return {
      Otto: release(compatibleVersion),
      service: { ...release(version), sidebarVariant: settings.sidebarVariant, isDemo },
      FileMakerServer: {
        version: versionParts(known.version || (found.dataApi.version ?? "")),
        fmsRunning: isRunning(parts),
        parts,
        trouble: troubleOf(found, host),
        serverId: known.serverId,
        host,
        name: known.name,
      },
    };
  };
}
