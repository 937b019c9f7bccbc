import type { LocalSettings } from "../../functions/settings/local.ts";
import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import type { Gateway } from "./gateway.ts";

/** Makes the gateway listen as configured. Returns the port. @throws SettingRefused */
export async function listening(gateway: Gateway, { PORT, HOST }: LocalSettings): Promise<number> {
  try {
    return await gateway.listen(PORT, HOST);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    const sentence =
      {
        EADDRINUSE: `PORT ${PORT} on ${HOST} is in use by another program.`,
        EACCES: `This account isn't allowed to use PORT ${PORT} on ${HOST}.`,
      }[code] ?? `HOST ${HOST} is not an address of this machine.`;
    // The other program can end, and the address can appear while the machine starts.
    throw new SettingRefused(sentence, { cause, mayPass: true });
  }
}

/** Returns the address at which the service listens. */
export function listeningUrl({ HOST }: LocalSettings, port: number, isTls: boolean): string {
  return `${isTls ? "https" : "http"}://${bracketed(HOST)}:${port}`;
}

/** Returns the address at which programs on this machine reach the service without TLS. */
export function loopbackUrl({ HOST }: LocalSettings, port: number): string {
  return `http://${HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : bracketed(HOST)}:${port}`;
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
