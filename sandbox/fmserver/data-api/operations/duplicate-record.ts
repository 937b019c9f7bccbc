import { newRecord } from "../../world/changes/store-record.ts";
import { announce } from "../../world/live/live-table.ts";
import { cellKey } from "../../world/values/cell.ts";
import type { SessionOperation } from "../operation.ts";
import { bodyParameters } from "../parameters.ts";
import { changerOf } from "../records/commit-write.ts";
import { requireRecords } from "../records/privileges.ts";
import { layoutOf, recordOf } from "../records/view.ts";
import { requestScripts } from "../scripts.ts";

/** Copies a record; auto-enter fields get new values. */
export const duplicateRecord: SessionOperation = {
  method: "POST",
  path: "/databases/{db}/layouts/{layout}/records/{id}",
  access: "session",
  body: "json",
  async run(call) {
    const { table } = layoutOf(call).occurrence;
    const scripts = requestScripts(call, bodyParameters(call, []));
    requireRecords(call.session.account, table, "create");
    await scripts.run("prerequest", table);
    const original = recordOf(call, table);
    const copy = newRecord(table, changerOf(call));
    for (const field of table.fields.values()) {
      if (field.autoEnter !== undefined && !("constant" in field.autoEnter)) continue;
      for (let repetition = 1; repetition <= field.repetitions; repetition += 1) {
        const key = cellKey(field.name, repetition);
        const cell = original.cells.get(key);
        if (cell === undefined) copy.cells.delete(key);
        else copy.cells.set(key, cell);
      }
    }
    table.version += 1;
    announce(table, "ADD", [copy.id]);
    await scripts.run("presort", table, copy);
    await scripts.run("after", table, copy);
    return { response: { recordId: String(copy.id), modId: String(copy.modId), ...scripts.results } };
  },
};
