import type { DataApiProbe, ServerProbe } from "#shared/filemaker/server-probe.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Information } from "./contract.ts";
import type { KnownServer } from "./known-server.ts";
import { compatibleVersion, versionParts } from "./rules.ts";
import type { SystemStore } from "./store.ts";

/** Anyone may ask, so FileMaker Server is looked at no oftener than this. */
const freshMs = 5_000;

interface InformationDependencies {
  readonly clock: Clock;
  readonly store: SystemStore;
  readonly server: KnownServer;
  readonly probe: ServerProbe;
  /** Host name that FileMaker Server is reached under. */
  readonly host: string;
  /** This service's release, in three parts. */
  readonly version: string;
}

/** What this service and the server behind it are, for any caller. */
export function information({ store, server, probe, clock, host, version }: InformationDependencies) {
  let lastProbe: { readonly at: number; readonly status: Promise<DataApiProbe> } | undefined;
  const currentDataApi = (): Promise<DataApiProbe> => {
    if (lastProbe === undefined || Math.abs(clock.now() - lastProbe.at) >= freshMs)
      lastProbe = { at: clock.now(), status: probe.dataApi() };
    return lastProbe.status;
  };

  return async (): Promise<Information> => {
    const [{ settings }, known, dataApi] = await Promise.all([store.settings(), server.known(), currentDataApi()]);
    const release = (number: string): Information["service"] => ({
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
      service: release(version),
      FileMakerServer: {
        version: versionParts(known.version || (dataApi.version ?? "")),
        fmsRunning: dataApi.state === "runs" || dataApi.state === "off",
        serverId: known.serverId,
        host,
        name: known.name,
      },
    };
  };
}
