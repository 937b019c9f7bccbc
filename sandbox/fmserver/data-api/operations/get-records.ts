import { FmError } from "../../fm-error.ts";
import type { SessionOperation } from "../operation.ts";
import { queryParameters, readCount, readSort } from "../parameters.ts";
import { DEFAULT_LIMIT, rangeResponse } from "../records/range-response.ts";
import { sortRecords } from "../records/sort-records.ts";
import { layoutOf, readView, VIEW_PARAMETERS } from "../records/view.ts";
import { requestScripts } from "../scripts.ts";

/** Reads a range of all records, by default in the order of their creation. */
export const getRecords: SessionOperation = {
  method: "GET",
  path: "/databases/{db}/layouts/{layout}/records",
  access: "session",
  body: "none",
  async run(call) {
    const layout = layoutOf(call);
    const { table } = layout.occurrence;
    const parameters = queryParameters(call, [...VIEW_PARAMETERS, "offset", "limit", "sort"]);
    const offset = readCount(parameters.get("offset"), "offset", 1);
    const limit = readCount(parameters.get("limit"), "limit", DEFAULT_LIMIT);
    const orders = readSort(parameters.get("sort"));
    const scripts = requestScripts(call, parameters);
    await scripts.run("prerequest", table);
    await scripts.run("presort", table);
    const all = [...table.records.values()];
    const view = readView(call, layout, parameters, all);
    const records = orders.length === 0 ? all : sortRecords(call.database, layout, all, orders, view.readContext);
    if (offset > records.length) throw new FmError("101");
    await scripts.run("after", table, records[offset - 1]);
    return { response: { ...rangeResponse(view, records, offset, limit), ...scripts.results } };
  },
};
