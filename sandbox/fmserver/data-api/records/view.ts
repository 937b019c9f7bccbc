import { FmError } from "../../fm-error.ts";
import type { LiveLayout } from "../../world/live/live-layout.ts";
import type { LiveRecord, LiveTable } from "../../world/live/live-table.ts";
import type { DateOrder } from "../../world/values/date-text.ts";
import type { ReadContext } from "../../world/values/read-cell.ts";
import { pathValue, type SessionCall } from "../operation.ts";
import { type Parameters, readArray, readCount, readDateOrder } from "../parameters.ts";
import { requireRecords } from "./privileges.ts";

/** Presentation of records: layout, portals, date format and found set. */
export interface View {
  readonly call: SessionCall;
  readonly layout: LiveLayout;
  readonly dateOrder: DateOrder;
  readonly portals: readonly PortalRange[];
  readonly readContext: ReadContext;
}

/** Requested portal with the range of its rows. */
export interface PortalRange {
  readonly portal: LiveLayout["portals"] extends ReadonlyMap<string, infer Portal> ? Portal : never;
  readonly offset: number;
  readonly limit: number;
}

/** Parameters for the presentation of records. */
export const VIEW_PARAMETERS = ["portal", "layout.response", "dateformats"] as const;

const DEFAULT_PORTAL_ROWS = 50;

/** Returns the layout in the path. @throws FmError 105 */
export function layoutOf(call: SessionCall): LiveLayout {
  return namedLayout(call, pathValue(call, "layout"));
}

/** Returns the record in the path. @throws FmError 101 */
export function recordOf(call: SessionCall, table: LiveTable, id = pathValue(call, "id")): LiveRecord {
  const record = /^\d+$/.test(id) ? table.records.get(Number(id)) : undefined;
  if (record === undefined) throw new FmError("101");
  return record;
}

/** Returns the requested presentation of records of this layout's table. @throws FmError */
export function readView(
  call: SessionCall,
  layout: LiveLayout,
  parameters: Parameters,
  found?: readonly LiveRecord[],
): View {
  const response = parameters.get("layout.response");
  const isIgnored = response === "" && call.host.world.dataApi.emptyLayoutResponse === "ignored";
  const shown = response === undefined || isIgnored ? layout : namedLayout(call, String(response));
  if (shown.occurrence.table !== layout.occurrence.table) throw new FmError("105");
  requireRecords(call.session.account, layout.occurrence.table, "view");
  const { globals } = call.session;
  return {
    call,
    layout: shown,
    dateOrder: readDateOrder(parameters.get("dateformats"), call.database),
    portals: readPortals(shown, parameters),
    readContext: found === undefined ? { globals } : { globals, found },
  };
}

function namedLayout(call: SessionCall, name: string): LiveLayout {
  const layout = call.database.layouts.get(name.toLowerCase());
  if (layout === undefined) throw new FmError("105");
  return layout;
}

function readPortals(layout: LiveLayout, parameters: Parameters): readonly PortalRange[] {
  const asked = readArray(parameters.get("portal"), "portal");
  const names = asked?.map(String) ?? [...layout.portals.keys()];
  const portals = names.map((name) => {
    const portal = layout.portals.get(name);
    if (portal === undefined) throw new FmError("102");
    return {
      portal,
      offset: readCount(parameters.get(`offset.${name}`), "offset", 1),
      limit: readCount(parameters.get(`limit.${name}`), "limit", DEFAULT_PORTAL_ROWS),
    };
  });
  for (const name of [...parameters.startingWith("limit."), ...parameters.startingWith("offset.")]) {
    if (!layout.portals.has(name.slice(name.indexOf(".") + 1))) throw new FmError("102");
  }
  return portals;
}
