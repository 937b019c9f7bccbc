import { refreshFiles } from "../disk/refresh-files.ts";
import { FmError } from "../fm-error.ts";
import type { Host } from "../host.ts";
import { bearerToken } from "../http/basic-credentials.ts";
import type { IncomingCall } from "../http/incoming-call.ts";
import { matchPath } from "../http/match-path.ts";
import { readBody } from "../http/read-body.ts";
import { jsonReply, type Reply } from "../http/reply.ts";
import type { Privilege } from "../world/schema/admin-schema.ts";
import { type AdminOperation, BareAnswer } from "./admin-operation.ts";
import { adminOperations } from "./admin-operations.ts";
import type { AdminSession } from "./admin-sessions.ts";
import { signIn } from "./authenticate.ts";

/** The server's public port, or the port for callers on the same machine. */
export type Listener = "public" | "local";

/** Handles requests below /fmi/admin/. */
export async function handleAdminApi(host: Host, request: IncomingCall, listener: Listener): Promise<Reply> {
  host.counters.adminCalls += 1;
  try {
    const body = await readBody(request.message);
    if (listener === "public") checkAddress(host, request);
    const { operation, path } = findOperation(host, request);
    const { headers, privileges } = authenticate(host, request, operation);
    if (operation.needsDatabaseServer === true && !host.world.server.running)
      throw new FmError("1701", { status: 503 });
    if (concernsFiles(operation)) refreshFiles(host);
    const answer = await operation.run({ host, request, path, body, privileges });
    if (answer instanceof BareAnswer) return { ...answer.reply, headers: { ...answer.reply.headers, ...headers } };
    return jsonReply(200, "0", { response: answer, messages: [{ code: "0", text: "OK" }] }, headers);
  } catch (error) {
    if (!(error instanceof FmError)) throw error;
    return jsonReply(error.status, error.code, { messages: [{ code: error.code, text: error.message }], response: {} });
  }
}

/** Returns true if the answer can depend on files on disk: with very many files, checking them takes longer than everything else. */
function concernsFiles({ method, path }: AdminOperation): boolean {
  return method !== "GET" || /^\/(?:databases|clients|schedules)/.test(path);
}

/** Refuses other addresses with 403 if access is limited to a list. */
function checkAddress({ world }: Host, { peer }: IncomingCall): void {
  const { restrictIPEnabled, restrictIPList } = world.server.settings.restrictAccess;
  const list = typeof restrictIPList === "string" ? restrictIPList.split(/[\s,;]+/) : restrictIPList;
  if (restrictIPEnabled && !list.includes(peer)) throw new FmError("9", { status: 403 });
}

interface Access {
  readonly headers: Readonly<Record<string, string>>;
  readonly privileges: "all" | readonly Privilege[];
}

/** Returns the session of a token; on any endpoint, Basic and PKI open a new session, whose token is in a header of the answer. */
function authenticate(host: Host, request: IncomingCall, operation: AdminOperation): Access {
  if (operation.access === "own") return { headers: {}, privileges: [] };
  const { authorization } = request.message.headers;
  if (authorization === undefined) throw new FmError("1702", { status: 401 });
  const token = bearerToken(authorization);
  const session = token === undefined ? signIn(host, request) : sessionOf(host, request, token);
  const privileges = privilegesOf(host, session);
  const isAllowed =
    privileges === "all" ||
    operation.access === "anyone" ||
    (operation.access !== "root" && operation.access.some((needed) => privileges.includes(needed)));
  if (!isAllowed) throw new FmError("9", { status: 403 });
  return { headers: token === undefined ? { "X-FM-Access-Token": session.token } : {}, privileges };
}

function sessionOf(host: Host, request: IncomingCall, token: string): AdminSession {
  const session = host.adminSessions.use(token);
  if (session === undefined) throw deadToken();
  if (host.faults.use("deadToken", request) === undefined) return session;
  host.adminSessions.close(session);
  throw deadToken();
}

/** Returns the session's privileges. Deleting or disabling a role ends its sessions. */
function privilegesOf(host: Host, session: AdminSession): Access["privileges"] {
  if (session.roleId === undefined) return "all";
  const role = host.world.server.roles.get(session.roleId);
  if (role?.enabled === true) return role.privileges;
  host.adminSessions.close(session);
  throw deadToken();
}

function deadToken(): FmError {
  return new FmError("952", { text: "Invalid FileMaker Admin API token (*)" });
}

const BASE = ["fmi", "admin", "api", "v2"];
const routes = adminOperations.map((operation) => ({ operation, parts: operation.path.slice(1).split("/") }));

function findOperation({ world }: Host, { segments = [], method, message }: IncomingCall) {
  const release = Number.parseInt(world.definition.server.version, 10);
  let known = false;
  if (BASE.every((part, at) => segments[at] === part)) {
    const rest = segments.slice(BASE.length);
    for (const { operation, parts } of routes) {
      const path = matchPath(parts, rest);
      if (path === undefined || (operation.since ?? 0) > release) continue;
      if (operation.method === method) return { operation, path };
      known = true;
    }
  }
  // Without an account, a wrong method gets the same answer. Probes rely on that.
  if (known && message.headers.authorization === undefined) throw new FmError("1702", { status: 401 });
  throw known ? new FmError("1704", { status: 405 }) : new FmError("1700", { status: 404 });
}
