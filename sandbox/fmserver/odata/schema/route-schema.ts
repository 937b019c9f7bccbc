import type { Reply } from "../../http/reply.ts";
import type { ODataCall } from "../odata-call.ts";
import { noEntityName, unsupported } from "../odata-error.ts";
import { readCollection } from "../operations/read-collection.ts";
import { readRecord } from "../operations/read-record.ts";
import { resourceAt } from "../resource.ts";
import { addFields, createIndex, createTable, deleteField, deleteIndex, deleteTable } from "./change-schema.ts";
import { systemTable } from "./system-tables.ts";

const SYSTEM_NAME = /^FileMaker_(?:Tables|Fields|BaseTableFields|Indexes)(?=\(|$)/;

/** Handles a request to the system tables; undefined for other paths. */
export function routeSchema(
  call: ODataCall,
  segments: readonly string[],
): { readonly name: string; run(): Reply } | undefined {
  const [first = "", table, field, ...more] = segments;
  const [system] = SYSTEM_NAME.exec(first) ?? [];
  if (system === undefined) return undefined;
  const name = `${call.request.method} ${system}`;
  if (call.request.method === "GET") return { name, run: () => read(call, segments, system) };
  return {
    name,
    run() {
      // The table to change is named after a slash only.
      if (first !== system) throw noEntityName();
      if (more.length > 0) throw unsupported();
      const change = changeOf(call, system, table, field);
      if (change === undefined) throw unsupported();
      return change();
    },
  };
}

function read(call: ODataCall, segments: readonly string[], system: string): Reply {
  const occurrence = systemTable(call.database, system);
  const occurrences = new Map(occurrence === undefined ? [] : [[system.toLowerCase(), occurrence]]);
  const resource = resourceAt(call, segments, occurrences);
  if (resource.kind === "collection") return readCollection(call, resource);
  if (resource.kind === "record") return readRecord(call, resource);
  throw unsupported();
}

function changeOf(
  call: ODataCall,
  system: string,
  table: string | undefined,
  field: string | undefined,
): (() => Reply) | undefined {
  const { method } = call.request;
  if (system === "FileMaker_Tables") {
    if (method === "POST" && table === undefined) return () => createTable(call);
    if (method === "PATCH" && table !== undefined && field === undefined) return () => addFields(call, table);
    if (method !== "DELETE" || table === undefined) return undefined;
    return () => (field === undefined ? deleteTable(call, table) : deleteField(call, table, field));
  }
  if (system !== "FileMaker_Indexes" || table === undefined) return undefined;
  if (method === "POST" && field === undefined) return () => createIndex(call, table);
  if (method === "DELETE" && field !== undefined) return () => deleteIndex(call, table, field);
  return undefined;
}
