import type { AdminApi } from "../admin-api.ts";
import type { SessionServer } from "./session-server.ts";

/** Key of Admin API sessions among those of files: no file name contains a slash. */
export const adminApiDatabase = { database: "/admin", folded: "/admin" } as const;

/** Adapts the Admin API for a session pool. */
export function adminSessionServer(adminApi: () => AdminApi): SessionServer {
  return {
    login: (_, account) => adminApi().login(account),
    logout: (_, token) => adminApi().logout(token),
  };
}
