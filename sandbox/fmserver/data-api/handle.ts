import { FmError } from "../fm-error.ts";
import type { Host } from "../host.ts";
import { bearerToken } from "../http/basic-credentials.ts";
import type { IncomingCall } from "../http/incoming-call.ts";
import { readBody } from "../http/read-body.ts";
import { jsonReply, type Reply } from "../http/reply.ts";
import { weakEtag } from "../http/write-reply.ts";
import { bareName } from "../world/values/same-name.ts";
import type { DataCall, Operation, OperationAnswer } from "./operation.ts";
import { type Matched, matchOperation } from "./operations.ts";
import { type DataSession, inTurn } from "./sessions/data-session.ts";

/** Handles requests below /fmi/data/ and writes their lines to fmdapi.log. */
export async function handleDataApi(host: Host, request: IncomingCall): Promise<Reply> {
  host.counters.calls += 1;
  const startedAt = host.clock.now();
  let bytesIn = 0;
  const who = { account: "" };
  let reply: Reply;
  try {
    // The body is always read, so that the connection can serve the next call.
    const body = await readBody(request.message);
    bytesIn = body.length;
    host.counters.dataApiBytesIn += bytesIn;
    reply = await answer(host, request, body, who);
  } catch (error) {
    if (!(error instanceof FmError)) throw error;
    reply = jsonReply(
      error.status,
      error.code,
      { messages: [{ code: error.code, message: error.message }], response: {} },
      corsHeaders(host),
    );
  }
  const bytes = request.method === "HEAD" ? 0 : reply.body.length;
  host.counters.dataApiBytesOut += bytes;
  host.usage.record({
    operation: request.method,
    target: targetOf(request),
    client: `${who.account} (Data API) [${request.peer}]`,
    bytesIn,
    bytesOut: bytes,
    startedAt,
  });
  host.logs.dataApiCall({
    code: reply.code,
    peer: request.peer,
    account: who.account,
    method: request.method,
    path: request.path,
    bytes,
  });
  if (reply.plain === true) return reply;
  return { ...reply, headers: { ...reply.headers, "Cache-Control": "no-cache", ETag: weakEtag(reply.body) } };
}

/** Returns the file and the object of a call for statistics, without the token. */
function targetOf({ segments = [] }: IncomingCall): string {
  const [database = "", kind = ""] = segments.slice(4);
  return kind === "" ? database : `${database}::${kind}`;
}

async function answer(host: Host, request: IncomingCall, body: Buffer, who: { account: string }): Promise<Reply> {
  const matched = matchOperation(request);
  const { operation, name } = matched;
  host.counters.byOperation[name] = (host.counters.byOperation[name] ?? 0) + 1;
  if (!host.world.server.engines.dataApi) throw new FmError("959");
  checkContentType(operation, request, body);
  const call: DataCall = { host, request, version: matched.version, path: matched.path, body };
  const result = await run(operation, call, matched, who);
  if (result.account !== undefined) who.account = result.account;
  const message = result.messageFirst === true ? { message: "OK", code: "0" } : { code: "0", message: "OK" };
  const envelope = { response: result.response, messages: [message] };
  const reply = jsonReply(200, "0", envelope, { ...corsHeaders(host), ...result.headers });
  return result.plain === true ? { ...reply, plain: true } : reply;
}

async function run(
  operation: Operation,
  call: DataCall,
  matched: Matched,
  who: { account: string },
): Promise<OperationAnswer> {
  if (operation.access === "open") return operation.run(call);
  const session = sessionOf(call, matched);
  who.account = session.account.account.name;
  return inTurn(session, async () => {
    if (session.closed) throw new FmError("952");
    const result = await operation.run({ ...call, session, database: session.database });
    session.lastUsedAt = call.host.clock.now();
    // The session was closed from outside during the call: the client's window no longer exists.
    if (session.closed) throw new FmError("112");
    return result;
  });
}

function sessionOf(call: DataCall, matched: Matched): DataSession {
  const { authorization } = call.request.message.headers;
  if (authorization === undefined) {
    throw new FmError("10", { status: 401, text: "Request validation failed: Parameter (Authorization) is required" });
  }
  const token = bearerToken(authorization);
  const session = token === undefined ? undefined : call.host.dataSessions.use(token);
  if (session === undefined || session.spelling !== bareName(matched.path.db ?? session.spelling)) {
    throw new FmError("952");
  }
  if (call.host.faults.use("deadToken", call.request) !== undefined) {
    call.host.dataSessions.close(session);
    throw new FmError("952");
  }
  return session;
}

function checkContentType(operation: Operation, request: IncomingCall, body: Buffer): void {
  if (operation.body === "none") return;
  const type = String(request.message.headers["content-type"] ?? "");
  const fits = operation.body === "json" ? /^application\/json\s*(?:;|$)/i : /^multipart\/form-data\s*;.*boundary=/i;
  // A login without a body may omit the type. Clients in the field send it like that.
  if (fits.test(type) || (type === "" && body.length === 0 && operation.path.endsWith("/sessions"))) return;
  throw new FmError("1705", { status: 415 });
}

function corsHeaders(host: Host): Record<string, string> {
  return {
    "Access-Control-Allow-Origin": host.world.definition.server.host,
    "Access-Control-Allow-Headers": "Content-Type, Authorization",
    "Access-Control-Allow-Credentials": "true",
  };
}
