import { headerValues } from "../relay/header-values.ts";
import { batchRefused } from "./batch-reader.ts";
import type { BatchRules } from "./batch-rules.ts";
import { isReference as namesReference, referenceQuery } from "./reference.ts";

/** Forwarded call of a batch. */
export interface InnerCall {
  /** Everything in front of its body, without Content-Length and the empty line. */
  readonly head: string;
  /** Declared size of the body in bytes. */
  readonly length: number | undefined;
  /** True if it relates records, whose addresses are in its body. */
  readonly isReference: boolean;
  /** True if its body is JSON, where blank lines at the end have no meaning. */
  readonly isJson: boolean;
  /** Forwarded target. */
  readonly target: string;
  readonly method: string;
  /** Its own headers, alternating names and values. */
  readonly headers: readonly string[];
}

const maxCalls = 10_000;

/** Parses and checks an inner call. @throws ServiceError batch_refused, or errors of the rules */
export function innerCall(
  part: readonly string[],
  startLine: string,
  raw: readonly string[],
  rules: BatchRules,
  contentIds: Set<string>,
): InnerCall {
  const contentId = checkedPart(part);
  const [, method, address] = /^([A-Z]{1,16}) ([\x21-\x7e]+) HTTP\/1\.[01]$/.exec(startLine) ?? [];
  if (method === undefined || address === undefined) throw batchRefused("a part doesn't start with a request line");
  const { forwarded, contentLength, chunked } = rules.headers(raw);
  if (chunked) throw batchRefused("an inner request has a Transfer-Encoding");
  const { path, query } = targetOf(address, rules, contentIds);
  const isReference = namesReference(path);
  const target = path + (isReference ? referenceQuery(query, (named) => rules.native(named, contentIds)) : query);
  const lines = [
    "Content-Type: application/http",
    "Content-Transfer-Encoding: binary",
    ...(contentId === undefined ? [] : [`Content-ID: ${contentId}`]),
    "",
    `${method} ${target} HTTP/1.1`,
    ...(headerValues(raw, "host").length > 0 ? [`Host: ${rules.host}`] : []),
    ...headerLines(forwarded),
  ];
  // OData allows the id in either head.
  const id = contentId ?? headerValues(raw, "content-id")[0];
  if (id !== undefined) contentIds.add(id);
  if (contentIds.size > maxCalls) throw batchRefused("it has more than 10,000 requests");
  const isJson = /^application\/json\b/i.test(headerValues(raw, "content-type")[0] ?? "application/json");
  return {
    head: `${lines.join("\r\n")}\r\n`,
    length: checkedLength(raw, contentLength),
    isReference,
    isJson,
    target,
    method,
    headers: raw,
  };
}

function targetOf(address: string, rules: BatchRules, contentIds: ReadonlySet<string>) {
  const target = rules.target(address, contentIds);
  const mark = target.indexOf("?");
  return mark < 0 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark) };
}

/** Returns the part's Content-ID. @throws ServiceError batch_refused if the part contains anything but a plain call */
function checkedPart(part: readonly string[]): string | undefined {
  const [type = "", ...moreTypes] = headerValues(part, "content-type");
  if (moreTypes.length > 0 || !/^application\/http[ \t]*(?:;|$)/i.test(type))
    throw batchRefused("a part is neither application/http nor a changeset");
  const encodings = headerValues(part, "content-transfer-encoding");
  if (encodings.some((encoding) => !/^(?:binary|8bit|7bit)$/i.test(encoding)))
    throw batchRefused("a part has a transfer encoding");
  const ids = headerValues(part, "content-id");
  if (ids.length > 1) throw batchRefused("a part has several Content-IDs");
  return ids[0];
}

function checkedLength(raw: readonly string[], contentLength: number | undefined): number | undefined {
  const lengths = headerValues(raw, "content-length");
  if (lengths.length > 1 || lengths.some((length) => !/^\d{1,15}$/.test(length)))
    throw batchRefused("an inner request has an unclear Content-Length");
  return contentLength;
}

function headerLines(forwarded: readonly string[]): string[] {
  const lines: string[] = [];
  for (let index = 0; index < forwarded.length; index += 2) {
    const name = forwarded[index] as string;
    if (name.toLowerCase() !== "content-length") lines.push(`${name}: ${forwarded[index + 1]}`);
  }
  return lines;
}
