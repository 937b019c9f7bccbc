import { requireRecords } from "../../data-api/records/privileges.ts";
import { htmlReply, type Reply } from "../../http/reply.ts";
import type { LiveRecord } from "../../world/live/live-table.ts";
import type { Occurrence } from "../../world/live/occurrences.ts";
import { recordAddress } from "../addresses.ts";
import { defaultColumns } from "../columns.ts";
import { readCount } from "../found-rows.ts";
import { occurrenceNamed } from "../navigation.ts";
import type { ODataCall } from "../odata-call.ts";
import { parseFailure, syntaxError, unknownTable } from "../odata-error.ts";
import { jsonAnswer } from "../odata-reply.ts";
import { readName } from "../query/identifier.ts";
import { splitTop } from "../query/split-top.ts";
import { columnCell, columnJson } from "../read-value.ts";
import { NO_GLOBALS } from "../record-filter.ts";

/** Returns all combinations of records from several tables, as flat rows. */
export function crossJoin(call: ODataCall, names: string): Reply {
  const { options, form } = call;
  for (const refused of [options.filter, options.select, options.orderby]) {
    if (refused !== undefined) throw parseFailure(/\w+/.exec(refused)?.[0] ?? refused);
  }
  const occurrences = splitTop(names, ",").map((part) => {
    const occurrence = occurrenceNamed(call.database.occurrences, readName(part));
    if (occurrence === undefined) throw unknownTable(readName(part));
    requireRecords(call.account, occurrence.table, "view");
    return occurrence;
  });
  const shown = expanded(call, occurrences);
  const top = readCount(options.top, "$top");
  // Without $top, a real server works until the web server in front of it times out.
  if (top === undefined) return htmlReply(504, "Gateway Time-out");
  const skip = readCount(options.skip, "$skip") ?? 0;
  const rows = combinations(occurrences, skip, Math.min(top, call.settings.pageSize)).map((records) => {
    const row: Record<string, unknown> = {};
    for (const [at, occurrence] of occurrences.entries()) {
      const record = records[at];
      if (record === undefined) continue;
      row[`${occurrence.name}${form.mark}navigationLink`] = recordAddress(call, occurrence, record);
      if (!shown.includes(occurrence)) continue;
      for (const column of defaultColumns(call, occurrence)) {
        const cell = columnCell(occurrence, column, record, { globals: NO_GLOBALS, found: [record] });
        row[column.name] = columnJson(call, column, cell);
      }
    }
    return row;
  });
  const list = occurrences.map(({ name }) => name).join(",");
  return jsonAnswer(form, call.settings, {
    [`${form.mark}context`]: `${call.root}/$metadata#Collection(Edm.ComplexType)/$crossjoin(${list})`,
    value: rows,
  });
}

/** Returns the tables whose fields are included: all, or the expanded one. @throws ODataError for two */
function expanded(call: ODataCall, occurrences: readonly Occurrence[]): readonly Occurrence[] {
  const { expand } = call.options;
  if (expand === undefined || expand === "") return occurrences;
  const names = splitTop(expand, ",");
  if (names.length > 1) throw syntaxError(names[1] ?? expand);
  const found = occurrences.filter(({ name }) => name.toLowerCase() === readName(expand).toLowerCase());
  if (found.length === 0) throw unknownTable(readName(expand));
  return found;
}

function combinations(occurrences: readonly Occurrence[], skip: number, top: number): readonly LiveRecord[][] {
  const found: LiveRecord[][] = [];
  let passed = 0;
  const visit = (records: readonly LiveRecord[]): boolean => {
    const next = occurrences[records.length];
    if (next === undefined) {
      passed += 1;
      if (passed > skip) found.push([...records]);
      return found.length < top;
    }
    for (const record of next.table.records.values()) if (!visit([...records, record])) return false;
    return true;
  };
  if (top > 0) visit([]);
  return found;
}
