import type { AdminApi } from "../admin-api.ts";
import type { SessionServer } from "./session-server.ts";

/** Where the sessions of the Admin API stand among those of files: no file's name has a slash. */
export const adminApiDatabase = { database: "/admin", folded: "/admin" } as const;

/** The Admin API as a pool of sessions knows it. */
export function adminSessionServer(adminApi: () => AdminApi): SessionServer {
  return {
    login: (_, account) => adminApi().login(account),
    logout: (_, token) => adminApi().logout(token),
  };
}
