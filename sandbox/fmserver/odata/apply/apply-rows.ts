import type { LiveRecord } from "../../world/live/live-table.ts";
import type { Occurrence } from "../../world/live/occurrences.ts";
import { findColumn } from "../columns.ts";
import type { ODataCall } from "../odata-call.ts";
import { parseFailure, syntaxError, ungrouped, unknownField } from "../odata-error.ts";
import { compareValues } from "../query/compare-values.ts";
import { textOf } from "../query/functions.ts";
import type { Value } from "../query/value.ts";
import { columnCell, columnValue } from "../read-value.ts";
import { NO_GLOBALS, recordFilter } from "../record-filter.ts";
import { type Aggregate, type ApplyStep, parseApply } from "./parse-apply.ts";

/** Row of an `$apply`: the group's values and its aggregates. */
export type AppliedRow = ReadonlyMap<string, Value>;

/** Applies `$apply` to the records of an entity set. Only filters are allowed before the grouping step. @throws ODataError */
export function appliedRows(
  call: ODataCall,
  occurrence: Occurrence,
  records: Iterable<LiveRecord>,
  apply: string,
): readonly AppliedRow[] {
  if (!call.settings.apply) throw syntaxError("$apply");
  let current = [...records];
  for (const [at, step] of parseApply(apply).entries()) {
    if (step.kind === "filter") {
      current = current.filter(recordFilter(call, occurrence, step.expression));
      continue;
    }
    if (at !== parseApply(apply).length - 1) throw parseFailure("/");
    refuseDefective(call, step);
    return grouped(call, occurrence, current, step);
  }
  throw parseFailure(apply);
}

/** Refuses steps that fail on newer servers because of their defects. */
function refuseDefective(call: ODataCall, step: Exclude<ApplyStep, { kind: "filter" }>): void {
  if (!call.settings.applyDefects) return;
  if (step.aggregates.length > 0) throw parseFailure(")");
  if (step.kind === "groupby" && step.fields.length === 1) throw ungrouped();
}

function grouped(
  call: ODataCall,
  occurrence: Occurrence,
  records: readonly LiveRecord[],
  step: Exclude<ApplyStep, { kind: "filter" }>,
): readonly AppliedRow[] {
  const reader = (name: string): ((record: LiveRecord) => Value) => {
    const column = findColumn(call, occurrence, name);
    if (column === undefined) throw unknownField(name);
    return (record) => columnValue(column, columnCell(occurrence, column, record, { globals: NO_GLOBALS }));
  };
  const keys = step.kind === "groupby" ? step.fields.map((name) => ({ name, read: reader(name) })) : [];
  const figures = step.aggregates.map((aggregate) => ({
    aggregate,
    read: aggregate.field === undefined ? () => null : reader(aggregate.field),
  }));
  const groups = new Map<string, { readonly values: readonly Value[]; readonly records: LiveRecord[] }>();
  if (keys.length === 0) groups.set("[]", { values: [], records: [] });
  for (const record of records) {
    const values = keys.map(({ read }) => read(record));
    const text = JSON.stringify(values);
    const group = groups.get(text) ?? { values, records: [] };
    groups.set(text, group);
    group.records.push(record);
  }
  return [...groups.values()].map(
    (group) =>
      new Map([
        ...keys.map(({ name }, at) => [name, group.values[at] ?? null] as const),
        ...figures.map(({ aggregate, read }) => [aggregate.alias, figure(aggregate, group.records, read)] as const),
      ]),
  );
}

function figure({ method }: Aggregate, records: readonly LiveRecord[], read: (record: LiveRecord) => Value): Value {
  if (method === "count") return records.length;
  const values = records.map(read).filter((value) => value !== null);
  switch (method) {
    case "countdistinct":
      return new Set(values.map(textOf)).size;
    case "min":
    case "max": {
      const sign = method === "min" ? 1 : -1;
      return values.reduce<Value>(
        (best, value) => (best === null || (compareValues(value, best) ?? 0) * sign < 0 ? value : best),
        null,
      );
    }
    default: {
      const numbers = values.filter((value) => typeof value === "number");
      if (numbers.length === 0) return null;
      const sum = numbers.reduce((total, number) => total + number, 0);
      return method === "sum" ? sum : sum / numbers.length;
    }
  }
}
