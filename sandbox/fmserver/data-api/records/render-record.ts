import type { LivePortal } from "../../world/live/live-layout.ts";
import type { LiveRecord } from "../../world/live/live-table.ts";
import { relatedRecords } from "../../world/live/occurrences.ts";
import type { PlacedCell } from "../../world/live/placed-item.ts";
import { isContainerFile } from "../../world/values/cell.ts";
import { formatDateText } from "../../world/values/date-text.ts";
import { matchesAll } from "../find/match-record.ts";
import { cellFrom } from "./cell-from.ts";
import { containerUrl } from "./container-url.ts";
import { accountIn, fieldAccess, mayRecords } from "./privileges.ts";
import { sortRecords } from "./sort-records.ts";
import type { PortalRange, View } from "./view.ts";

/** Returns a record as in answers. */
export function renderRecord(view: View, record: LiveRecord): Record<string, unknown> {
  const fieldData: Record<string, unknown> = {};
  for (const cell of view.layout.cells) fieldData[cell.key] = renderCell(view, cell, record);
  const portalData: Record<string, unknown> = {};
  const portalDataInfo: Record<string, unknown>[] = [];
  for (const range of view.portals) {
    const { rows, all } = portalRows(view, range, record);
    const { portal } = range;
    const rowView = { ...view, readContext: { ...view.readContext, found: all } };
    portalData[portal.name] = rows.map((row) => renderRow(rowView, portal, row));
    portalDataInfo.push({
      ...(portal.objectName === undefined ? {} : { portalObjectName: portal.objectName }),
      database: view.call.database.name,
      table: portal.occurrence.name,
      foundCount: all.length,
      returnedCount: rows.length,
    });
  }
  const rendered = { fieldData, portalData, recordId: String(record.id), modId: String(record.modId) };
  return portalDataInfo.length === 0 ? rendered : { ...rendered, portalDataInfo };
}

function renderCell(view: View, cell: PlacedCell, record: LiveRecord): string | number {
  const { item, repetition } = cell;
  const { account } = view.call.session;
  if (fieldAccess(account, item) === "none" || !mayRecords(account, item.occurrence.table, "view")) return "";
  const value = cellFrom(view.readContext, cell, record);
  if (isContainerFile(value)) {
    const holder =
      item.path.length === 0 ? record : (relatedRecords(record, item.path, view.readContext.globals)[0] ?? record);
    return containerUrl(view.call, item, holder, repetition, value);
  }
  if (typeof value === "number") return value;
  return item.field.type === "date" || item.field.type === "timestamp" ? formatDateText(value, view.dateOrder) : value;
}

function renderRow(view: View, portal: LivePortal, row: LiveRecord): Record<string, unknown> {
  const rendered: Record<string, unknown> = { recordId: String(row.id) };
  for (const cell of portal.cells) rendered[cell.key] = renderCell(view, cell, row);
  rendered.modId = String(row.modId);
  return rendered;
}

function portalRows(view: View, { portal, offset, limit }: PortalRange, record: LiveRecord) {
  const isOpen = accountIn(view.call.session.account, portal.occurrence.table) !== undefined;
  let rows = isOpen ? relatedRecords(record, portal.path, view.readContext.globals) : [];
  if (portal.filter !== undefined)
    rows = rows.filter(matchesAll(view.call.database, portal.reachable, portal.filter, view.readContext));
  const all = rows;
  if (portal.sort.length > 0)
    rows = sortRecords(view.call.database, portal.reachable, rows, portal.sort, view.readContext);
  // v1 returns the rows of the saved view: in table view, only the first.
  if (view.call.version === "v1" && view.layout.view === "table") rows = rows.slice(0, 1);
  if (!portal.scrolling) rows = rows.slice(0, portal.rows);
  return { rows: rows.slice(offset - 1, offset - 1 + limit), all };
}
