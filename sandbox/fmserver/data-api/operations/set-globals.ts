import { badParameter, FmError } from "../../fm-error.ts";
import type { Cell } from "../../world/values/cell.ts";
import { globalKey } from "../../world/values/read-cell.ts";
import { jsonBody, type SessionCall, type SessionOperation } from "../operation.ts";
import { enteredValue } from "../records/entered-value.ts";

/** Sets global fields for this session; names have to be fully qualified. */
export const setGlobals: SessionOperation = {
  method: "PATCH",
  path: "/databases/{db}/globals",
  access: "session",
  body: "json",
  run(call) {
    const { globalFields } = jsonBody(call);
    if (globalFields === undefined)
      throw new FmError("958", { status: 400, text: "Parameter missing (*): globalFields" });
    if (typeof globalFields !== "object" || globalFields === null || Array.isArray(globalFields)) {
      throw badParameter("globalFields is invalid");
    }
    const values = Object.entries(globalFields).map(([name, value]) => globalValue(call, name, value));
    for (const [key, value] of values) call.session.globals.set(key, value);
    return { response: {} };
  },
};

function globalValue(call: SessionCall, name: string, value: unknown): readonly [string, Cell] {
  const [, occurrenceName = "", fieldName = "", repetition = "1"] = /^(.+?)::(.+?)(?:\((\d+)\))?$/.exec(name) ?? [];
  const table = call.database.occurrences.get(occurrenceName.toLowerCase())?.table;
  const field = table?.fields.get(fieldName.toLowerCase());
  if (table === undefined || field === undefined || Number(repetition) > field.repetitions) throw new FmError("102");
  if (!field.global || field.type === "container") throw new FmError("201");
  return [globalKey(table, field, Number(repetition)), enteredValue(field, value, "MM/DD/YYYY")];
}
