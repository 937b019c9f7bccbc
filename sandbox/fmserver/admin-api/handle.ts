import { FmError } from "../fm-error.ts";
import type { Host } from "../host.ts";
import { bearerToken } from "../http/basic-credentials.ts";
import type { IncomingCall } from "../http/incoming-call.ts";
import { matchPath } from "../http/match-path.ts";
import { readBody } from "../http/read-body.ts";
import { jsonReply, type Reply } from "../http/reply.ts";
import { adminOperations } from "./admin-operations.ts";
import { signIn } from "./authenticate.ts";

/** Answers one request below /fmi/admin/. */
export async function handleAdminApi(host: Host, request: IncomingCall): Promise<Reply> {
  host.counters.adminCalls += 1;
  try {
    const body = await readBody(request.message);
    const { operation, path } = findOperation(request);
    const headers = operation.access === "own" ? {} : authenticate(host, request);
    const response = operation.run({ host, request, path, body });
    return jsonReply(200, "0", { response, messages: [{ code: "0", text: "OK" }] }, headers);
  } catch (error) {
    if (!(error instanceof FmError)) throw error;
    return jsonReply(error.status, error.code, { messages: [{ code: error.code, text: error.message }], response: {} });
  }
}

/** Basic on any endpoint opens a session, whose token comes in a header. */
function authenticate(host: Host, request: IncomingCall): Record<string, string> {
  const { authorization } = request.message.headers;
  if (authorization === undefined) throw new FmError("1702", { status: 401 });
  const token = bearerToken(authorization);
  if (token === undefined) return { "X-FM-Access-Token": signIn(host, request).token };
  const session = host.adminSessions.use(token);
  if (session === undefined) throw new FmError("952", { text: "Invalid FileMaker Admin API token (*)" });
  if (host.faults.strike("deadToken", request) !== undefined) {
    host.adminSessions.close(session);
    throw new FmError("952", { text: "Invalid FileMaker Admin API token (*)" });
  }
  return {};
}

const BASE = ["fmi", "admin", "api", "v2"];

function findOperation({ segments = [], method, message }: IncomingCall) {
  let known = false;
  if (BASE.every((part, at) => segments[at] === part)) {
    const rest = segments.slice(BASE.length);
    for (const operation of adminOperations) {
      const path = matchPath(operation.path.slice(1).split("/"), rest);
      if (path === undefined) continue;
      if (operation.method === method) return { operation, path };
      known = true;
    }
  }
  // Probes rely on it: without an account a wrong verb is not told apart.
  if (known && message.headers.authorization === undefined) throw new FmError("1702", { status: 401 });
  throw known ? new FmError("1704", { status: 405 }) : new FmError("1700", { status: 404 });
}
