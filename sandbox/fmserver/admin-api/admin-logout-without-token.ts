import type { AdminOperation } from "./admin-operation.ts";

/** A logout by the header alone is taken, and ends nothing: the session is the one that the path names. */
export const adminLogoutWithoutToken: AdminOperation = {
  method: "DELETE",
  path: "/user/auth",
  access: "own",
  run: () => ({}),
};
