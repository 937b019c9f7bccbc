import { badParameter, FmError } from "../../fm-error.ts";
import type { LiveRecord } from "../../world/live/live-table.ts";
import { isoAt } from "../../world/values/date-text.ts";
import { matchesAll } from "../find/match-record.ts";
import type { SessionCall, SessionOperation } from "../operation.ts";
import { bodyParameters, readCount, readSort } from "../parameters.ts";
import { DEFAULT_LIMIT, rangeResponse } from "../records/range-response.ts";
import { sortRecords } from "../records/sort-records.ts";
import { layoutOf, readView, VIEW_PARAMETERS, type View } from "../records/view.ts";
import { requestScripts } from "../scripts.ts";

/** Finds records: requests apply in order; each adds to the found set or, with omit, removes from it. */
export const findRecords: SessionOperation = {
  method: "POST",
  path: "/databases/{db}/layouts/{layout}/_find",
  access: "session",
  body: "json",
  async run(call) {
    const layout = layoutOf(call);
    const { table } = layout.occurrence;
    const parameters = bodyParameters(call, [...VIEW_PARAMETERS, "query", "offset", "limit", "sort"]);
    const requests = readRequests(parameters.get("query"));
    const offset = readCount(parameters.get("offset"), "offset", 1);
    const limit = readCount(parameters.get("limit"), "limit", DEFAULT_LIMIT);
    const orders = readSort(parameters.get("sort"));
    const scripts = requestScripts(call, parameters);
    await scripts.run("prerequest", table);
    const base = readView(call, layout, parameters);
    const found = foundSet(call, { ...base, layout }, requests);
    if (found.length === 0) throw new FmError("401");
    await scripts.run("presort", table, found[0]);
    const view: View = { ...base, readContext: { ...base.readContext, found } };
    const records = orders.length === 0 ? found : sortRecords(call.database, layout, found, orders, view.readContext);
    if (offset > records.length) throw new FmError("101");
    await scripts.run("after", table, records[offset - 1]);
    return { response: { ...rangeResponse(view, records, offset, limit), ...scripts.results } };
  },
};

interface FindRequest {
  readonly criteria: Readonly<Record<string, string>>;
  readonly omit: boolean;
}

function readRequests(query: unknown): readonly FindRequest[] {
  if (query === undefined) throw new FmError("958", { status: 400, text: "Parameter missing (*): query" });
  if (!Array.isArray(query)) throw badParameter("query is invalid");
  const requests = query.map(readRequest).filter(({ criteria }) => Object.keys(criteria).length > 0);
  if (requests.length === 0) throw new FmError("400");
  return requests;
}

function readRequest(request: unknown): FindRequest {
  if (typeof request !== "object" || request === null || Array.isArray(request)) throw badParameter("query is invalid");
  const { omit = "false", ...fields } = request as Record<string, unknown>;
  // Clients send a boolean as well as the documented text.
  if (!["true", "false"].includes(String(omit))) throw badParameter("omit is invalid");
  const criteria: Record<string, string> = {};
  for (const [name, criterion] of Object.entries(fields)) {
    if (typeof criterion !== "string" && typeof criterion !== "number") throw badParameter("query is invalid");
    if (String(criterion).trim() !== "") criteria[name] = String(criterion);
  }
  return { criteria, omit: String(omit) === "true" };
}

function foundSet(call: SessionCall, view: View, requests: readonly FindRequest[]): readonly LiveRecord[] {
  const { records } = view.layout.occurrence.table;
  const today = isoAt(call.host.clock.now(), call.host.world.definition.server.utcOffsetMinutes).slice(0, 10);
  const place = {
    items: [
      ...view.layout.items,
      ...[...view.layout.portals.values()].flatMap(({ items, path }) =>
        items.map((item) => ({ ...item, path: [...path, ...item.path] })),
      ),
    ],
  };
  const context = { dateOrder: view.dateOrder, today, records: records.values() };
  const found = new Set<LiveRecord>();
  for (const [at, { criteria, omit }] of requests.entries()) {
    const matches = matchesAll(call.database, place, criteria, view.readContext, {
      ...context,
      records: records.values(),
    });
    // A find that starts with an omit removes from all records.
    if (omit && at === 0) for (const record of records.values()) found.add(record);
    for (const record of records.values()) {
      if (!matches(record)) continue;
      if (omit) found.delete(record);
      else found.add(record);
    }
  }
  return requests.length === 1 ? [...found] : [...records.values()].filter((record) => found.has(record));
}
