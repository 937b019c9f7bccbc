import { FmError } from "../../fm-error.ts";
import { bearerToken } from "../../http/basic-credentials.ts";
import type { OpenOperation } from "../operation.ts";

/** Returns the state of a token and whether its session has a running call, without waiting for that call. */
export const validateSession: OpenOperation = {
  method: "GET",
  path: "/validateSession",
  access: "open",
  body: "none",
  run({ host, request }) {
    const { authorization } = request.message.headers;
    if (authorization === undefined) {
      throw new FmError("10", {
        status: 401,
        text: "Request validation failed: Parameter (Authorization) is required",
      });
    }
    const session = host.dataSessions.use(bearerToken(authorization) ?? "");
    if (session === undefined) throw new FmError("952");
    if (host.faults.use("deadToken", request) !== undefined) {
      host.dataSessions.close(session);
      throw new FmError("952");
    }
    return {
      response: { isSessionInUse: session.busy > 0 },
      account: session.account.account.name,
      messageFirst: true,
    };
  },
};
