import { badParameter } from "../../fm-error.ts";
import type { DateOrder } from "../../world/values/date-text.ts";
import type { SessionCall } from "../operation.ts";
import { type Parameters, readDateOrder } from "../parameters.ts";

/** How values are entered. */
export interface WriteOptions {
  readonly dateOrder: DateOrder;
  /** true: as a script would, past validations that hold for data entry only. */
  readonly entersAsScript: boolean;
  /** true: also into fields that prohibit modification during data entry. */
  readonly ignoresProhibition: boolean;
}

/** @throws FmError 960 */
export function readWriteOptions(call: SessionCall, parameters: Parameters): WriteOptions {
  const options = parameters.get("options") ?? {};
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw badParameter("options is invalid");
  const mode = (name: "entrymode" | "prohibitmode"): boolean => {
    const value = (options as Record<string, unknown>)[name] ?? "user";
    if (value !== "user" && value !== "script") throw badParameter(`${name} is invalid`);
    return value === "script";
  };
  return {
    dateOrder: readDateOrder(parameters.get("dateformats"), call.database),
    entersAsScript: mode("entrymode"),
    ignoresProhibition: mode("prohibitmode"),
  };
}
