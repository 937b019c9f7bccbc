import { FmError } from "../fm-error.ts";
import type { Host } from "../host.ts";
import type { Privilege } from "../world/schema/admin-schema.ts";

/**
 * Checks an Admin Console account and returns its privileges with code 0, or an error code. Wrong passwords count for the Admin API's
 * lockout.
 */
export function signInAdministrator(
  host: Host,
  user: string,
  password: string,
): { readonly code: number; readonly privileges: "all" | readonly Privilege[] } {
  const { lockout } = host.adminSessions;
  const wanted = user.toLowerCase();
  try {
    lockout.check(wanted);
  } catch (error) {
    if (error instanceof FmError) return { code: Number(error.code), privileges: [] };
    throw error;
  }
  const matches = (one: { readonly name: string; readonly password?: string | undefined }): boolean =>
    one.name.toLowerCase() === wanted && one.password === password;
  const { accounts, roles } = host.world.server;
  const isAccount = accounts.some(matches);
  const role = [...roles.values()].find((one) => one.enabled && matches(one));
  if (!isAccount && role === undefined) {
    lockout.failed(wanted);
    host.logs.administration("warn", "127.0.0.1", "fmsadmin", "Sign-in failed with error 9.");
    return { code: 9, privileges: [] };
  }
  lockout.succeeded(wanted);
  return { code: 0, privileges: isAccount ? "all" : (role?.privileges ?? []) };
}
