import type { NameRules } from "#shared/keys/api.ts";
import type { RequestBody } from "../relay/request-body.ts";
import { checkLayout, checkScript, namedBody, namedSegments, type QueryPart, queryParts, unchecked } from "./named.ts";
import { hasPath, separated } from "./odata-text.ts";

/**
 * Checks the names in the address of an OData call. `rest` follows the file's name, or with `follows` the reference to an earlier call
 * of the batch.
 * @throws ServiceError key_layout_refused, key_script_refused, key_call_unchecked
 */
export function checkNamedInODataAddress(names: NameRules, rest: string, query: string, follows = false): void {
  const segments = namedSegments(rest);
  if (segments.length === 0 && !follows) refuseUnlessAny(names, "the list of tables also shows other tables");
  for (const [index, segment] of segments.entries()) {
    if (isScript(segment)) checkScriptSegment(names, segment);
    else if (/^webhook\./i.test(segment)) throw unchecked("webhooks receive every change of a table");
    else if (index === 0 && !follows) checkTable(names, segment);
    else checkWithin(names, segment, segments[index + 1]);
  }
  for (const part of queryParts(query)) checkOption(names, part);
}

/**
 * Checks the names in the body of a call: it can contain related records of other tables.
 * @throws ServiceError key_layout_refused, key_call_unchecked
 */
export function checkNamedInODataBody(
  names: NameRules,
  rest: string,
  body: RequestBody,
  headers: readonly string[],
): void {
  if (names.layouts === undefined) return;
  const last = namedSegments(rest).at(-1) ?? "";
  // A script can get any parameter, and a field's value is bytes.
  if (isScript(last) || last === "$value") return;
  checkRecord(names, namedBody(body, headers) ?? {});
}

/** Checks the names in a call of our own. `path` starts after the file's name and includes the query. @throws ServiceError */
export function checkNamedInODataCall(names: NameRules, path: string, body: unknown): void {
  const [rest = ""] = path.split("?", 1);
  checkNamedInODataAddress(names, rest, path.slice(rest.length));
  const content = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  checkNamedInODataBody(names, rest, { content, replayable: true }, []);
}

/** Checks the names in a forwarded address: in a file, or after the reference to an earlier call of the batch. @throws ServiceError */
export function checkNamedInODataTarget(names: NameRules, target: string): void {
  const mark = target.indexOf("?");
  const query = mark < 0 ? "" : target.slice(mark);
  checkNamedInODataAddress(names, restOf(target), query, !target.startsWith("/"));
}

/** Returns the path after the file's name or the reference to an earlier call, such as `/Contacts(1)`. Without a query. */
export function restOf(target: string): string {
  const [, rest = ""] = /^(?:\/fmi\/odata\/v4)?\/?[^/?]*([^?]*)/.exec(target) ?? [];
  return rest;
}

const scriptWord = /(?:^|\.)script\./i;
/** Matches internal numbers of tables, fields and scripts, which FileMaker Server also accepts. */
const byNumber = /^fm[tfs]id:/i;

function isScript(segment: string): boolean {
  return scriptWord.test(segment);
}

function checkScriptSegment(names: NameRules, segment: string): void {
  if (names.scripts === undefined) return;
  const [, name = ""] = /^script\.(.+)$/is.exec(segment) ?? [];
  if (name === "" || byNumber.test(name)) throw unchecked("it doesn't identify a script by name");
  checkScript(names, name);
  // Parentheses can belong to the name or to the call.
  if (name.includes("(")) checkScript(names, name.slice(0, name.indexOf("(")));
}

function checkTable(names: NameRules, segment: string): void {
  if (names.layouts === undefined) return;
  const name = withoutKey(segment);
  if (name.startsWith("$")) throw unchecked(`\`${name}\` accesses more than one table`);
  checkTableName(names, name);
}

function checkTableName(names: NameRules, name: string): void {
  if (byNumber.test(name)) throw unchecked("it doesn't identify a table by name");
  if (/^filemaker_/i.test(name)) throw unchecked("it changes tables and fields of the whole file");
  checkLayout(names, name);
}

const systemSegments = new Set(["$count", "$value", "$ref"]);

/** Checks a segment after a table: a field, or a path to records of another table. Only a segment before `$value` is certainly a field. */
function checkWithin(names: NameRules, segment: string, next: string | undefined): void {
  if (names.layouts === undefined || systemSegments.has(segment)) return;
  if (segment.startsWith("$")) throw unchecked(`\`${segment}\` can access other tables`);
  if (next !== "$value") checkTableName(names, withoutKey(segment));
}

function withoutKey(segment: string): string {
  const open = segment.indexOf("(");
  return (open < 0 ? segment : segment.slice(0, open)).trim();
}

/** Query options whose values contain no names. */
const nameless = new Set(["format", "top", "skip", "count", "skiptoken", "deltatoken", "schemaversion", "id"]);

function checkOption(names: NameRules, { name, values }: QueryPart): void {
  if (names.layouts === undefined) return;
  const option = name.replace(/^\$/, "");
  for (const value of values) {
    if (option === "expand") checkExpand(names, value);
    else if (option === "apply" && /\b(?:outerjoin|join|expand|nest|addnested)\b/i.test(value))
      throw unchecked("`$apply` can access other tables");
    else if (!nameless.has(option) && hasPath(value)) throw unchecked(`\`${name}\` has a path to another table`);
  }
}

/** Checks the tables of an expand option, such as `Orders($filter=…;$expand=Lines),Invoices/$count`. */
function checkExpand(names: NameRules, text: string): void {
  if (text.includes('"')) throw unchecked("`$expand` contains quotes");
  for (const item of separated(text, ",")) {
    const [, name, options] = /^\s*([^()/$]+?)\s*(?:\/\$(?:ref|count|value))?\s*(?:\((.*)\))?\s*$/s.exec(item) ?? [];
    if (name === undefined || name === "*") throw unchecked("`$expand` doesn't list its tables by name");
    checkTableName(names, name);
    for (const option of options === undefined ? [] : separated(options, ";")) {
      const equals = option.indexOf("=");
      const optionName = (equals < 0 ? option : option.slice(0, equals)).trim().toLowerCase();
      checkOption(names, { name: optionName, values: [equals < 0 ? "" : option.slice(equals + 1)] });
    }
  }
}

function checkRecord(names: NameRules, record: object): void {
  for (const [name, value] of Object.entries(record)) {
    if (/@(?:odata\.)?bind$/i.test(name)) throw unchecked("its body links records by their URLs");
    if (typeof value !== "object" || value === null || name.startsWith("@")) continue;
    checkTableName(names, name.trim());
    for (const inner of Array.isArray(value) ? value : [value]) {
      if (typeof inner === "object" && inner !== null) checkRecord(names, inner);
    }
  }
}

function refuseUnlessAny({ layouts }: NameRules, text: string): void {
  if (layouts !== undefined) throw unchecked(text);
}
