import { FmError } from "../../fm-error.ts";
import type { Credentials } from "../../http/basic-credentials.ts";
import type { LiveAccount, LiveDatabase } from "../../world/live/live-database.ts";

/** The account that these credentials open the file with, by `fmrest`. @throws FmError 212, or as the world says without `fmrest`. */
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

/** The enabled account of this name and password. Names are looked up without case, passwords are exact. */
export function accountOf(database: LiveDatabase, { name, password }: Credentials): LiveAccount | undefined {
  const found = database.accounts.get(name.toLowerCase());
  return found?.account.enabled === true && found.account.password === password ? found : undefined;
}
