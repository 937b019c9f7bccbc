import type { Reply } from "../../http/reply.ts";
import { setAddress } from "../addresses.ts";
import type { ODataCall } from "../odata-call.ts";
import { jsonAnswer } from "../odata-reply.ts";

/** Returns the service document, in which every table occurrence is an entity set. */
export function listTables(call: ODataCall): Reply {
  return jsonAnswer(call.form, call.settings, {
    [`${call.form.mark}context`]: `${call.root}/$metadata`,
    value: [...call.database.occurrences.values()].map((occurrence) => ({
      name: occurrence.name,
      kind: "EntitySet",
      url: setAddress(call, occurrence),
    })),
  });
}
