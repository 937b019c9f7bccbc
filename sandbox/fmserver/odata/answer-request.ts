import { FmError } from "../fm-error.ts";
import type { Host } from "../host.ts";
import { decodeSegments, type IncomingCall } from "../http/incoming-call.ts";
import { htmlReply, type Reply } from "../http/reply.ts";
import { answerForm } from "./answer-form.ts";
import { openFile } from "./authenticate.ts";
import type { ODataCall } from "./odata-call.ts";
import { ODataError, syntaxError } from "./odata-error.ts";
import { errorAnswer } from "./odata-reply.ts";
import type { ODataRequest } from "./odata-request.ts";
import { listDatabases } from "./operations/list-databases.ts";
import { queryOptions } from "./query/query-options.ts";
import { route } from "./route.ts";

const BASE = ["fmi", "odata", "v4"];

/** Answers a request, alone or in a batch; errors become answers. */
export async function answerRequest(
  host: Host,
  incoming: IncomingCall,
  request: ODataRequest,
  done: ODataCall["done"],
): Promise<Reply> {
  try {
    const blank = request.path.indexOf(" ");
    if (blank >= 0) throw syntaxError(request.path.slice(blank));
    const segments = decodeSegments(request.path);
    if (segments === undefined) throw syntaxError("%");
    if (BASE.some((part, at) => segments[at] !== part)) return htmlReply(404, "Not Found");
    return await answer(
      host,
      { ...incoming, method: request.method, path: request.path },
      request,
      segments.slice(3),
      done,
    );
  } catch (error) {
    const isXml = /\bxml\b/.test(request.headers.accept ?? "") && !/\bjson\b/.test(request.headers.accept ?? "");
    if (error instanceof ODataError) return errorAnswer(error.status, error.code, error.message, isXml);
    if (error instanceof FmError) {
      const message = error.code === "212" ? REFUSED : error.message;
      return errorAnswer(STATUS[error.code] ?? 400, error.code, message, isXml);
    }
    throw error;
  }
}

function answer(
  host: Host,
  incoming: IncomingCall,
  request: ODataRequest,
  segments: readonly string[],
  done: ODataCall["done"],
): Reply | Promise<Reply> {
  const settings = host.world.odata;
  const form = answerForm(request, settings);
  const serviceRoot = `${incoming.origin}/${BASE.join("/")}`;
  const [spelling, ...rest] = segments;
  if (spelling === undefined || (spelling === "$metadata" && rest.length === 0)) {
    return listDatabases(host, request, form, serviceRoot);
  }
  const opened = openFile(host, incoming, request, spelling);
  const call: ODataCall = {
    host,
    incoming,
    request,
    settings,
    form,
    ...opened,
    spelling,
    root: `${serviceRoot}/${encodeURIComponent(spelling)}`,
    options: queryOptions(request.query, settings),
    done,
    answer: (inner, innerDone) => answerRequest(host, incoming, inner, innerDone),
  };
  return route(call, rest);
}

/** OData's own text for 212, as in `fm.js` of https://github.com/Navarre-AI/mitos. */
const REFUSED = "(212): Invalid account/password";

/** HTTP status of FileMaker codes that aren't 400. */
const STATUS: Readonly<Record<string, number>> = {
  "9": 403,
  "101": 404,
  "104": 404,
  "200": 403,
  "201": 403,
  "212": 401,
  "214": 401,
  "802": 404,
};
