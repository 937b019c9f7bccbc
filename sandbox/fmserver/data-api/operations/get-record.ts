import type { SessionOperation } from "../operation.ts";
import { queryParameters } from "../parameters.ts";
import { rangeResponse } from "../records/range-response.ts";
import { layoutOf, readView, recordOf, VIEW_PARAMETERS } from "../records/view.ts";
import { requestScripts } from "../scripts.ts";

/** Reads a record by its id. */
export const getRecord: SessionOperation = {
  method: "GET",
  path: "/databases/{db}/layouts/{layout}/records/{id}",
  access: "session",
  body: "none",
  async run(call) {
    const layout = layoutOf(call);
    const { table } = layout.occurrence;
    const parameters = queryParameters(call, VIEW_PARAMETERS);
    const scripts = requestScripts(call, parameters);
    await scripts.run("prerequest", table);
    const record = recordOf(call, table);
    await scripts.run("presort", table, record);
    await scripts.run("after", table, record);
    const found = [recordOf(call, table)];
    const view = readView(call, layout, parameters, found);
    return { response: { ...rangeResponse(view, found, 1, 1), ...scripts.results } };
  },
};
