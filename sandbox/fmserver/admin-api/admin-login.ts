import type { AdminOperation } from "./admin-operation.ts";
import { signIn } from "./authenticate.ts";

/** Opens a session for the account in the Basic header; the body is ignored. */
export const adminLogin: AdminOperation = {
  method: "POST",
  path: "/user/auth",
  access: "own",
  run({ host, request }) {
    return { token: signIn(host, request).token };
  },
};
