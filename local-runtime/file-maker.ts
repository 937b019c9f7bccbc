import { guardedOutbound, probePaths } from "#shared/filemaker/wire/guarded-outbound.ts";
import { type OutboundOptions, undiciOutbound } from "#shared/filemaker/wire/undici-outbound.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import type { LocalSettings } from "../functions/settings/local.ts";

/** Connections to FileMaker Server, to be closed at shutdown. */
export interface FileMakerConnections {
  readonly dataApi: Outbound;
  readonly adminApi: Outbound;
}

interface ConnectionOptions {
  readonly connectTimeoutMs: number;
  readonly clock: Clock;
  /** Certificates in PEM to trust in addition to the default ones. */
  readonly ca: readonly string[] | undefined;
}

/** Returns the origin of the Data API: the server's loopback address if callouts are prevented. */
export function dataApiOrigin(fmsUrl: string, settings: LocalSettings): string {
  return settings.PREVENT_DAPI_CALLOUT ? settings.FMS_LOOPBACK_URL : fmsUrl;
}

/** Opens the APIs of the FileMaker Server at `fmsUrl`. */
export function fileMakerAt(
  fmsUrl: string,
  settings: LocalSettings,
  { connectTimeoutMs, ca, clock }: ConnectionOptions,
): FileMakerConnections {
  const guarded = (options: OutboundOptions, probePath: string) => {
    const pin = settings.FMS_CERT_SHA256;
    const common = {
      connectTimeoutMs,
      now: () => clock.now(),
      ...(ca !== undefined && { ca }),
      ...(pin !== undefined && { pin }),
      ...options,
    };
    const probe = undiciOutbound({ ...common, connections: 1 });
    return guardedOutbound(undiciOutbound(common), { probe, probePath, clock });
  };
  const servername = new URL(fmsUrl).hostname;
  return {
    dataApi: guarded({ origin: dataApiOrigin(fmsUrl, settings), servername }, probePaths.dataApi),
    adminApi: guarded({ origin: settings.FMS_ADMIN_URL ?? fmsUrl }, probePaths.adminApi),
  };
}
