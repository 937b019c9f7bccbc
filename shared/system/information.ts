import type { AdminCredential, Call } from "#shared/contract/call.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Information, ServerState } from "./contract.ts";
import type { KnownServer } from "./known-server.ts";
import { isRunning, type ServerObservations, serverParts, troubleOf } from "./parts/server-parts.ts";
import type { ServerWatch } from "./parts/watch.ts";
import { compatibleVersion, versionParts } from "./rules.ts";
import type { SystemStore } from "./store.ts";

/** Minimum interval in milliseconds between checks of FileMaker Server, because any caller can request this. */
const freshMs = 5_000;
/** Like `freshMs`, for administrators: every open console asks every few seconds. */
const freshForAdminsMs = 2_000;

interface InformationDependencies {
  readonly clock: Clock;
  readonly store: SystemStore;
  readonly server: KnownServer;
  readonly watch: ServerWatch;
  /** Returns the Admin Console account of a caller. Undefined if there is none. */
  readonly accountOf: (call: Call) => Promise<AdminCredential | undefined>;
  /** Host name of FileMaker Server. */
  readonly host: string;
  /** Release of this service, in three parts. */
  readonly version: string;
  readonly isDemo: boolean;
}

/** Information about this service and its FileMaker Server, for any caller, and the server's current state, for administrators. */
export function information(dependencies: InformationDependencies) {
  const { store, server, watch, accountOf, clock, host, version, isDemo } = dependencies;
  let latest: { readonly at: number; readonly found: Promise<ServerObservations> } | undefined;
  const observed = (ageMs: number, credential?: AdminCredential) => {
    if (latest === undefined || Math.abs(clock.now() - latest.at) >= ageMs)
      latest = { at: clock.now(), found: watch(credential) };
    return latest;
  };

  const getServerState = async (call: Call): Promise<ServerState> => {
    const { at, found } = observed(freshForAdminsMs, await accountOf(call));
    const observations = await found;
    return { parts: serverParts(observations), trouble: troubleOf(observations, host), checkedAt: timestamp(at) };
  };

  const getInformation = async (): Promise<Information> => {
    const [{ settings }, known, found] = await Promise.all([store.settings(), server.known(), observed(freshMs).found]);
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

  return { getInformation, getServerState };
}
