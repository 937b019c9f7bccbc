import { type AdminApi, adminApi } from "../../shared/filemaker/admin-api.ts";
import { type AdminCalls, adminCalls } from "../../shared/filemaker/admin-calls.ts";
import { adminSessionServer } from "../../shared/filemaker/admin-session-server.ts";
import { dataApi } from "../../shared/filemaker/data-api.ts";
import { odata } from "../../shared/filemaker/odata.ts";
import { type ServerCommands, serverCommands } from "../../shared/filemaker/server-commands.ts";
import { type SessionPool, sessionPool } from "../../shared/filemaker/session-pool.ts";
import { adminApiHabits, dataApiHabits } from "../../shared/filemaker/session-server.ts";
import { sessionStore } from "../../shared/filemaker/session-store.ts";
import { credentialIds } from "../../shared/keys/credential-id.ts";
import { afterwards, type Foundation, once } from "./foundation.ts";
import { standing } from "./keyrings.ts";

/** FileMaker sessions, shared by keys and proxy. */
export function sessions(): SessionPool {
  return once("sessions", (ground) => sessionsOf(ground, { server: fileMakerData(), habits: dataApiHabits }));
}

/** Sessions of the Admin API. */
export function adminSessions(): SessionPool {
  return once("admin sessions", (ground) =>
    sessionsOf(ground, { server: adminSessionServer(fileMakerAdmin), habits: adminApiHabits }),
  );
}

/** What sessions of one API have of their own. */
type SessionsOf = Pick<Parameters<typeof sessionPool>[0], "server" | "habits">;

function sessionsOf({ table, vault, clock, ids, publicOrigin }: Foundation, api: SessionsOf): SessionPool {
  const store = sessionStore(table, vault, publicOrigin);
  return sessionPool({ store, clock, ids, background: afterwards(), standing: standing(), ...api });
}

/** What the Admin API does with files and clients, in pooled sessions of the account that asks. */
export function serverOfCallers(): ServerCommands {
  return once("server commands", () => serverCommands(adminCallsOfAccounts()));
}

/** Calls of the Admin API in pooled sessions of an account. */
export function adminCallsOfAccounts(): AdminCalls {
  return once("admin calls", ({ vault, fileMaker }) =>
    adminCalls({
      outbound: fileMaker.adminApi,
      sessions: adminSessions(),
      credentialId: async (account) => (await credentialIds(vault, "admin", account))[0],
    }),
  );
}

/** FileMaker Server's Data API. */
export function fileMakerData() {
  return once("data api", ({ fileMaker }) => dataApi(fileMaker.dataApi));
}

/** FileMaker Server's Admin API. */
export function fileMakerAdmin(): AdminApi {
  return once("admin api", ({ fileMaker }) => adminApi(fileMaker.adminApi, () => adminSessions().makeRoom()));
}

/** FileMaker Server's OData. */
export function fileMakerOData() {
  return once("odata", ({ fileMaker }) => odata(fileMaker.dataApi));
}
