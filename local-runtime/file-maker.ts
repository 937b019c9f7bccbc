import { undiciOutbound } from "#shared/filemaker/wire/undici-outbound.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import type { LocalSettings } from "../functions/settings/local.ts";

/** Connections to FileMaker Server, to be closed at the end. */
export interface FileMakerConnections {
  readonly dataApi: Outbound;
  readonly adminApi: Outbound;
}

interface ConnectionOptions {
  readonly connectTimeoutMs: number;
  /** Certificates in PEM to trust beside the usual ones. */
  readonly ca: readonly string[] | undefined;
}

/** Where the Data API is asked: at the server's own loopback where callouts are prevented (O3). */
export function dataApiOrigin(fmsUrl: string, settings: LocalSettings): string {
  return settings.PREVENT_DAPI_CALLOUT ? settings.FMS_LOOPBACK_URL : fmsUrl;
}

/** The APIs of the FileMaker Server at `fmsUrl`. */
export function fileMakerAt(
  fmsUrl: string,
  settings: LocalSettings,
  { connectTimeoutMs, ca }: ConnectionOptions,
): FileMakerConnections {
  const options = { connectTimeoutMs, ...(ca !== undefined && { ca }) };
  const servername = new URL(fmsUrl).hostname;
  return {
    dataApi: undiciOutbound({ origin: dataApiOrigin(fmsUrl, settings), servername, ...options }),
    adminApi: undiciOutbound({ origin: settings.FMS_ADMIN_URL ?? fmsUrl, ...options }),
  };
}
