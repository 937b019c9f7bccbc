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

/** What a webhook tells, and what of it. */
interface WebhookSelection {
  readonly host: Host;
  readonly database: LiveDatabase;
  /** Who made the webhook: its receiver gets what this account may see. */
  readonly account: LiveAccount;
  readonly tableName: string;
  readonly select: string;
  readonly filter: string;
  /** Shape what is sent, as the headers of a request would: newer servers know them. */
  readonly queryHeaders: Readonly<Record<string, string>>;
}

/** What a receiver is sent: a collection with relative addresses; undefined when no row passes the filter. @throws ODataError for a wrong select or filter */
export function webhookBody(webhook: WebhookSelection, { operation, rowIds }: PendingOperation): string | undefined {
  const { database, tableName } = webhook;
  const call = viewOf(webhook);
  if (operation === "SCHEMA") return schemaBody(call, tableName);
  const occurrence = database.occurrences.get(tableName.toLowerCase());
  if (occurrence === undefined) throw unknownTable(tableName);
  // Of a record that is gone nothing but its number is left to tell.
  if (operation === "DELETE") {
    const rows = rowIds.map((id) => ({ ROWID: id }));
    return JSON.stringify({ "@odata.context": `${contextOf(call, occurrence.name)}("ROWID")`, value: rows });
  }
  const selection = readSelection(call, occurrence, webhook.select);
  const passes = recordFilter(call, occurrence, webhook.filter);
  const records = rowIds
    .map((id) => occurrence.table.records.get(id))
    .filter((record) => record !== undefined)
    .filter(passes);
  if (records.length === 0) return undefined;
  const view = { occurrence, selection, expansions: [] };
  return JSON.stringify({
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
  return JSON.stringify({
    "@odata.context": contextOf(call, "FileMaker_Tables", selection.columns),
    value: record === undefined ? [] : [renderRow(call, view, record, [record])],
  });
}

/** The answer in the old spelling, with addresses that have neither a host nor a slash in front. */
function viewOf({ host, database, account, queryHeaders }: WebhookSelection): ViewCall {
  const settings = host.world.definition.server.odata;
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
