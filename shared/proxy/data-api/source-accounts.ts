import { ServiceError } from "#shared/contract/errors.ts";
import { fullDatabaseName } from "#shared/contract/values/database-name.ts";
import type { SessionServer } from "#shared/filemaker/sessions/session-server.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { CheckOutcome } from "#shared/sessions/api.ts";
import type { DataSource } from "./login-body.ts";

/** Checks the accounts of external data sources. @throws ServiceError if there is no response */
export type SourceAccounts = (sources: readonly DataSource[]) => Promise<CheckOutcome>;

/**
 * Creates the check. FileMaker Server opens external files when they are needed, so the login that names their accounts succeeds with any
 * password, and a wrong one only shows in a later call, if at all:
 * https://help.claris.com/en/data-api-guide/content/log-in-external-data-source.html. So each account logs in to its own file first. The
 * result is never "accepted", because the client didn't sign in with these accounts.
 */
export function sourceAccounts(server: SessionServer, background: BackgroundTasks): SourceAccounts {
  const check = async ({ database, user, pass }: DataSource): Promise<CheckOutcome> => {
    const file = fullDatabaseName(database);
    try {
      const login = await server.login(file, { user, pass });
      if (login.outcome === "accepted") background.waitUntil("logout", server.logout(file, login.token));
      // A name that isn't a hosted file is none of our business: some clients send the name of a server.
      return login.outcome === "refused" || login.outcome === "locked" ? login.outcome : "undecided";
    } catch (thrown) {
      if (thrown instanceof ServiceError && thrown.error === "upstream_broken") return "undecided";
      throw thrown;
    }
  };
  return async (sources) => {
    // The first refusal decides: each further attempt could lock an account.
    for (const source of sources) {
      const outcome = await check(source);
      if (outcome !== "undecided") return outcome;
    }
    return "undecided";
  };
}
