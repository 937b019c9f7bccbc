import type { Host } from "../host.ts";
import type { IncomingCall } from "../http/incoming-call.ts";
import { readBody } from "../http/read-body.ts";
import { htmlReply, type Reply } from "../http/reply.ts";
import type { ODataBehavior } from "../world/behavior.ts";
import { answerRequest } from "./answer-request.ts";
import type { ODataCall } from "./odata-call.ts";
import { type ODataRequest, plainRequest } from "./odata-request.ts";

/** Handles requests below /fmi/odata/ and writes their lines to fmodata.log. */
export async function handleOData(host: Host, call: IncomingCall): Promise<Reply> {
  host.counters.odataCalls += 1;
  // The body is always read, so that the connection can serve the next call.
  const body = await readBody(call.message);
  if (!host.world.server.engines.odata) return htmlReply(502, "Bad Gateway");
  const startedAt = host.clock.now();
  const done: ODataCall["done"] = [];
  const reply = await answerRequest(host, call, asDecoded(plainRequest(call, body), host.world.odata), done);
  for (const change of done) change.announce();
  const bytes = call.method === "HEAD" ? 0 : reply.body.length;
  host.counters.odataBytesOut += bytes;
  const [database = "", resource = ""] = (call.segments ?? []).slice(3);
  host.usage.record({
    operation: call.method,
    target: resource === "" ? database : `${database}::${resource}`,
    client: `OData [${call.peer}]`,
    bytesIn: body.length,
    bytesOut: bytes,
    startedAt,
  });
  host.logs.odataCall({
    code: reply.code,
    peer: call.peer,
    method: call.method,
    url: call.message.url ?? call.path,
    bytes,
  });
  return reply;
}

/** Returns a request as OData gets it from a web server that decodes the path behind the file. */
function asDecoded(request: ODataRequest, { pathDecoding }: ODataBehavior): ODataRequest {
  const [, file = "", rest] = /^(\/fmi\/odata\/v4\/[^/]+)(\/.*)$/s.exec(request.path) ?? [];
  if (pathDecoding === "once" || rest === undefined || !isEncoded(rest)) return request;
  return { ...request, path: file + decodeURIComponent(rest) };
}

function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== text;
  } catch {
    return false;
  }
}
