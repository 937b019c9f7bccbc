import type { Host } from "../../host.ts";
import type { LiveAccount, LiveDatabase } from "../../world/live/live-database.ts";
import { contextOf } from "../addresses.ts";
import { answerForm } from "../answer-form.ts";
import type { ViewCall } from "../odata-call.ts";
import { unknownTable } from "../odata-error.ts";
import { NO_OPTIONS } from "../query/query-options.ts";
import { recordFilter } from "../record-filter.ts";
import { renderRow } from "../render-row.ts";
import { systemTable } from "../schema/system-tables.ts";
import { readSelection } from "../select.ts";
import type { PendingOperation } from "./webhook.ts";

/** Records and fields that a webhook sends. */
interface WebhookSelection {
  readonly host: Host;
  readonly database: LiveDatabase;
  /** Account that created the webhook: its receiver gets what this account can see. */
  readonly account: LiveAccount;
  readonly tableName: string;
  readonly select: string;
  readonly filter: string;
  /** Headers that affect the body as in a request; only newer servers support them. */
  readonly queryHeaders: Readonly<Record<string, string>>;
}

/**
 * Returns the body for a receiver: a collection with relative addresses; undefined if no row matches the filter. @throws ODataError for an
 * invalid select or filter
 */
export function webhookBody(webhook: WebhookSelection, { operation, rowIds }: PendingOperation): string | undefined {
  const { database, tableName } = webhook;
  const call = viewOf(webhook);
  if (operation === "SCHEMA") return schemaBody(call, tableName);
  const occurrence = database.occurrences.get(tableName.toLowerCase());
  if (occurrence === undefined) throw unknownTable(tableName);
  // Only the id of a deleted record is left.
  if (operation === "DELETE") {
    const rows = rowIds.map((id) => ({ ROWID: id }));
    return written(call, { "@odata.context": `${contextOf(call, occurrence.name)}("ROWID")`, value: rows });
  }
  const selection = readSelection(call, occurrence, webhook.select);
  const passes = recordFilter(call, occurrence, webhook.filter);
  const records = rowIds
    .map((id) => occurrence.table.records.get(id))
    .filter((record) => record !== undefined)
    .filter(passes);
  if (records.length === 0) return undefined;
  const view = { occurrence, selection, expansions: [] };
  return written(call, {
    "@odata.context": contextOf(call, occurrence.name, selection.columns),
    value: records.map((record) => renderRow(call, view, record, records)),
  });
}

function schemaBody(call: ViewCall, tableName: string): string {
  const tables = systemTable(call.database, "FileMaker_Tables");
  if (tables === undefined) throw unknownTable("FileMaker_Tables");
  const record = [...tables.table.records.values()].find(({ cells }) => cells.get("TableName") === tableName);
  const selection = readSelection(call, tables, undefined);
  const view = { occurrence: tables, selection, expansions: [] };
  return written(call, {
    "@odata.context": contextOf(call, "FileMaker_Tables", selection.columns),
    value: record === undefined ? [] : [renderRow(call, view, record, [record])],
  });
}

/** Writes a body like a real server: members in alphabetical order, indented by tabs, with a blank on both sides of the colon. */
function written({ settings }: ViewCall, value: Readonly<Record<string, unknown>>): string {
  return settings.webhookBody === "compact" ? JSON.stringify(value) : withTabs(value, "");
}

function withTabs(value: unknown, indent: string): string {
  const isList = Array.isArray(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}\t`;
  const parts = isList
    ? value.map((item) => inner + withTabs(item, inner))
    : Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, member]) => `${inner}${JSON.stringify(name)} :${memberWithTabs(member, inner)}`);
  const [open, close] = isList ? "[]" : "{}";
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

function memberWithTabs(value: unknown, indent: string): string {
  const text = withTabs(value, indent);
  return text.includes("\n") ? `\n${indent}${text}` : ` ${text}`;
}

/** Returns the context of the answer in the old format, with addresses without a host and a leading slash. */
function viewOf({ host, database, account, queryHeaders }: WebhookSelection): ViewCall {
  const settings = host.world.odata;
  const headers = Object.fromEntries(Object.entries(queryHeaders).map(([name, text]) => [name.toLowerCase(), text]));
  const request = { method: "POST", path: "", query: "", headers, body: Buffer.alloc(0) };
  return {
    host,
    settings,
    form: answerForm(request, { ...settings, annotations: "odata" }),
    database,
    spelling: database.name,
    account,
    root: `fmi/odata/v4/${encodeURIComponent(database.name)}`,
    options: NO_OPTIONS,
  };
}
