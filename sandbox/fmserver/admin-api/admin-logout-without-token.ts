import type { AdminOperation } from "./admin-operation.ts";

/** Accepts a logout with only a header, which doesn't end a session: the session has to be in the path. */
export const adminLogoutWithoutToken: AdminOperation = {
  method: "DELETE",
  path: "/user/auth",
  access: "own",
  run: () => ({}),
};
