import { FmError } from "../../fm-error.ts";
import type { Credentials } from "../../http/basic-credentials.ts";
import type { LiveAccount, LiveDatabase } from "../../world/live/live-database.ts";

/**
 * Returns the account with these credentials, if it has `fmrest`. @throws FmError 212, or, without `fmrest`, the error that the world
 * defines.
 */
export function checkAccount(
  database: LiveDatabase,
  credentials: Credentials,
  withoutFmrest: "802" | "212" | "9",
): LiveAccount {
  const found = accountOf(database, credentials);
  if (found === undefined) throw new FmError("212");
  if (!found.privileges.extendedPrivileges.includes("fmrest")) throw new FmError(withoutFmrest);
  return found;
}

/** Returns the enabled account with this name and password. Names are case-insensitive, passwords aren't. */
export function accountOf(database: LiveDatabase, { name, password }: Credentials): LiveAccount | undefined {
  const found = database.accounts.get(name.toLowerCase());
  return found?.account.enabled === true && found.account.password === password ? found : undefined;
}
