import { badBody, ODataError } from "../odata-error.ts";
import type { ODataRequest } from "../odata-request.ts";
import { type BatchLines, type Part, splitHead } from "./multipart.ts";

/** Returns the request in a part. Its address is absolute, a path, or relative to the file. @throws ODataError */
export function partRequest(
  part: Part,
  outer: ODataRequest,
  references: ReadonlyMap<string, string>,
  { reading, lineEnd: end }: BatchLines,
): ODataRequest {
  const isTolerant = reading === "tolerant";
  if (!/^application\/http\b/i.test(part.headers["content-type"] ?? "")) throw badBody("a part is no application/http");
  const found = part.body.indexOf(end);
  const lineEnd = found === -1 && isTolerant ? part.body.length : found;
  const line = part.body.subarray(0, Math.max(0, lineEnd)).toString("utf8");
  const [, method, target] = /^([A-Z]+) (\S+) HTTP\/1\.1$/.exec(line) ?? [];
  if (method === undefined || target === undefined) throw badBody("a part has no request line");
  // A request without a body still has to end with a blank line.
  if (!isTolerant && part.body.indexOf(end + end, lineEnd) === -1) throw badBody("a part has no end of its headers");
  const { headers, body } = splitHead(part.body.subarray(lineEnd + end.length), end);
  const length = Number(headers["content-length"] ?? (isTolerant ? written(body) : 0));
  if (length > body.length) throw badBody("a part is shorter than its Content-Length");
  const [path = "", query = ""] = split(address(target, outer, references));
  return { method, path, query, headers: { ...inherited(outer), ...headers }, body: body.subarray(0, length) };
}

/** Returns the length of a body without a Content-Length, which doesn't include trailing line ends. */
function written(body: Buffer): number {
  return body.toString("latin1").replace(/[\r\n]+$/, "").length;
}

function address(target: string, outer: ODataRequest, references: ReadonlyMap<string, string>): string {
  const [, id = "", rest = ""] = /^\$([\w.-]+)(.*)$/s.exec(target) ?? [];
  const referenced = references.get(id);
  const full = referenced === undefined ? target : referenced + rest;
  const path = full.replace(/^https?:\/\/[^/]+/i, "");
  const below = path.startsWith("/") ? path : outer.path.replace(/\$batch\/?$/, "") + path;
  checkPath(below);
  return below;
}

/**
 * Checks a path like the batch's own parser, which doesn't accept an extension or another base path:
 * https://github.com/proofsh/proofkit/issues/207. @throws ODataError
 */
function checkPath(path: string): void {
  const [file] = split(path.replace(/^\/fmi\/odata\/v4\//, ""));
  const [name = ""] = (file ?? "").split("/");
  if (!path.startsWith("/fmi/odata/v4/")) throw new ODataError(400, "-1000", "Incorrect OData service root path");
  if (/\.fmp12$/i.test(name))
    throw new ODataError(400, "-1032", "Operation database does not match batch request database");
}

function inherited({ headers }: ODataRequest): Record<string, string> {
  const names = ["authorization", "odata-version", "odata-maxversion"];
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const])),
  );
}

function split(address: string): readonly string[] {
  const mark = address.indexOf("?");
  return mark === -1 ? [address] : [address.slice(0, mark), address.slice(mark + 1)];
}
