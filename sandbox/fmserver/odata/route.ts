import type { Reply } from "../http/reply.ts";
import { runBatch } from "./batch/run-batch.ts";
import type { ODataCall } from "./odata-call.ts";
import { syntaxError, unsupportedVerb } from "./odata-error.ts";
import { createRecord } from "./operations/create-record.ts";
import { crossJoin } from "./operations/cross-join.ts";
import { deleteRecord, deleteRecords } from "./operations/delete-records.ts";
import { describeFile } from "./operations/describe-file.ts";
import { listTables } from "./operations/list-tables.ts";
import { countRecords, readCollection } from "./operations/read-collection.ts";
import { readField, readRawValue } from "./operations/read-field.ts";
import { readRecord } from "./operations/read-record.ts";
import { relateRecords, unrelateRecords } from "./operations/relate-records.ts";
import { runScript } from "./operations/run-script.ts";
import { updateField } from "./operations/update-field.ts";
import { updateRecord, updateRecords } from "./operations/update-records.ts";
import { type Resource, resourceAt } from "./resource.ts";
import { routeSchema } from "./schema/route-schema.ts";
import { routeWebhooks } from "./webhooks/route-webhooks.ts";

/** Runs and counts the operation of a request for a file. @throws ODataError, FmError */
export function route(call: ODataCall, segments: readonly string[]): Reply | Promise<Reply> {
  const [first] = segments;
  if (first === undefined) return operation(call, "listTables", { get: () => listTables(call) });
  if (segments.length === 1 && /^\$metadata(?:#|$)/.test(first)) {
    const table = first.slice("$metadata#".length);
    return operation(call, "describeFile", { get: () => describeFile(call, table === "" ? undefined : table) });
  }
  if (segments.length === 1) {
    const script = /^Script\.(.+)$/s.exec(first)?.[1];
    if (script !== undefined) return operation(call, "script", { post: () => runScript(call, script) });
    if (first === "$batch") return operation(call, "batch", { post: () => runBatch(call) });
    const joined = /^\$crossjoin\((.+)\)$/s.exec(first)?.[1];
    if (joined !== undefined) return operation(call, "crossJoin", { get: () => crossJoin(call, joined) });
  }
  const schema = routeSchema(call, segments);
  if (schema !== undefined) return counted(call, schema.name, schema.run);
  const webhook = segments.length === 1 ? routeWebhooks(call, first) : undefined;
  if (webhook !== undefined) return counted(call, webhook.name, webhook.run);
  if (first.startsWith("$")) throw syntaxError(first);
  return onResource(call, resourceAt(call, segments));
}

type Answering = () => Reply | Promise<Reply>;

function onResource(call: ODataCall, resource: Resource): Reply | Promise<Reply> {
  switch (resource.kind) {
    case "collection":
      return operation(call, resource.kind, {
        get: () => readCollection(call, resource),
        post: () => createRecord(call, resource),
        put: () => createRecord(call, resource),
        patch: () => updateRecords(call, resource),
        delete: () => deleteRecords(call, resource),
      });
    case "record":
      return operation(call, resource.kind, {
        get: () => readRecord(call, resource),
        patch: () => updateRecord(call, resource),
        put: () => updateRecord(call, resource),
        delete: () => deleteRecord(call, resource),
      });
    case "count":
      return operation(call, resource.kind, { get: () => countRecords(call, resource) });
    case "field":
      return operation(call, resource.kind, {
        get: () => readField(call, resource),
        patch: () => updateField(call, resource),
        put: () => updateField(call, resource),
      });
    case "value":
      return operation(call, resource.kind, {
        get: () => readRawValue(call, resource),
        patch: () => updateField(call, resource),
      });
    case "ref":
      return operation(call, resource.kind, {
        post: () => relateRecords(call, resource),
        patch: () => relateRecords(call, resource),
        put: () => relateRecords(call, resource),
        delete: () => unrelateRecords(call, resource),
      });
    case "script":
      return operation(call, resource.kind, {
        post: () => runScript(call, resource.name, resource.occurrence, resource.record),
      });
  }
}

function operation(
  call: ODataCall,
  name: string,
  verbs: Readonly<Partial<Record<"get" | "post" | "put" | "patch" | "delete", Answering>>>,
): Reply | Promise<Reply> {
  const { method } = call.request;
  const verb = method.toLowerCase();
  const run = Object.hasOwn(verbs, verb) ? verbs[verb as keyof typeof verbs] : undefined;
  if (run === undefined || (method === "PUT" && !call.settings.put)) throw unsupportedVerb();
  return counted(call, `${method} ${name}`, run);
}

function counted(call: ODataCall, name: string, run: Answering): Reply | Promise<Reply> {
  const { odataByOperation } = call.host.counters;
  odataByOperation[name] = (odataByOperation[name] ?? 0) + 1;
  return run();
}
