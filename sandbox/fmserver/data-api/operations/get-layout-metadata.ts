import type { LiveLayout } from "../../world/live/live-layout.ts";
import type { LiveRecord } from "../../world/live/live-table.ts";
import type { PlacedItem } from "../../world/live/placed-item.ts";
import type { SessionCall, SessionOperation } from "../operation.ts";
import { queryParameters } from "../parameters.ts";
import { valueListValues } from "../records/value-list-values.ts";
import { layoutOf, recordOf } from "../records/view.ts";

/** Describes a layout's fields, portals and value lists; with a record, related value lists have values. */
export const getLayoutMetadata: SessionOperation = {
  method: "GET",
  path: "/databases/{db}/layouts/{layout}",
  access: "session",
  body: "none",
  run(call) {
    const layout = layoutOf(call);
    const recordId = queryParameters(call, ["recordId"]).get("recordId");
    const record = recordId === undefined ? undefined : recordOf(call, layout.occurrence.table, String(recordId));
    const valueLists = usedValueLists(call, layout, record);
    const always = call.host.world.definition.server.dataApi.emptyValueLists;
    return {
      response: {
        fieldMetaData: layout.items.map(fieldMetaData),
        portalMetaData: Object.fromEntries(
          [...layout.portals.values()].map(({ name, items }) => [name, items.map(fieldMetaData)]),
        ),
        ...(valueLists.length > 0 || always ? { valueLists } : {}),
      },
    };
  },
};

/** Returns "normal", "calculation" or "summary". */
export function fieldKind({ field }: PlacedItem): string {
  if (field.calculation !== undefined) return "calculation";
  return field.summary === undefined ? "normal" : "summary";
}

/** Returns the type as in answers. */
export function resultType({ field }: PlacedItem): string {
  return field.type === "timestamp" ? "timeStamp" : field.type;
}

function fieldMetaData(item: PlacedItem): Record<string, unknown> {
  const { field } = item;
  return {
    name: item.key,
    type: fieldKind(item),
    displayType: item.display,
    result: resultType(item),
    ...(item.valueList === undefined ? {} : { valueList: item.valueList }),
    global: field.global,
    autoEnter: field.autoEnter !== undefined,
    fourDigitYear: field.validation?.type === "fourDigitYear",
    maxRepeat: field.repetitions,
    maxCharacters: field.validation?.maxCharacters ?? 0,
    notEmpty: field.validation?.notEmpty ?? false,
    numeric: field.validation?.type === "number",
    timeOfDay: field.validation?.type === "timeOfDay",
    repetitionStart: item.repetitionStart,
    repetitionEnd: item.repetitionEnd,
  };
}

function usedValueLists({ database, session }: SessionCall, layout: LiveLayout, record: LiveRecord | undefined) {
  const items = [...layout.items, ...[...layout.portals.values()].flatMap((portal) => portal.items)];
  const names = new Set(items.flatMap(({ valueList }) => (valueList === undefined ? [] : [valueList.toLowerCase()])));
  return [...names].flatMap((name) => {
    const list = database.valueLists.get(name);
    if (list === undefined) return [];
    const type = "values" in list ? "customList" : "byField";
    return [{ name: list.name, type, values: valueListValues(database, list, record, session.globals) }];
  });
}
