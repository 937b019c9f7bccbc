import { badParameter } from "../../fm-error.ts";
import type { DateOrder } from "../../world/values/date-text.ts";
import type { SessionCall } from "../operation.ts";
import { type Parameters, readDateOrder } from "../parameters.ts";

/** Options for entering values. */
export interface WriteOptions {
  readonly dateOrder: DateOrder;
  /** True: values are entered as by a script, without validations that only apply to data entry. */
  readonly entersAsScript: boolean;
  /** True: values are also entered into fields that prohibit modification during data entry. */
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
