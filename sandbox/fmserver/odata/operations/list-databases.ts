import type { Host } from "../../host.ts";
import type { Reply } from "../../http/reply.ts";
import type { AnswerForm } from "../answer-form.ts";
import { credentialsOf, opens } from "../authenticate.ts";
import { unsupportedVerb } from "../odata-error.ts";
import { jsonAnswer } from "../odata-reply.ts";
import type { ODataRequest } from "../odata-request.ts";

/** Lists files that the account can open with OData, or all open files, depending on `rootList`. */
export function listDatabases(host: Host, request: ODataRequest, form: AnswerForm, serviceRoot: string): Reply {
  const credentials = credentialsOf(request);
  if (request.method !== "GET") throw unsupportedVerb();
  const { odataByOperation } = host.counters;
  odataByOperation["GET databases"] = (odataByOperation["GET databases"] ?? 0) + 1;
  const settings = host.world.odata;
  const visible = host.world.databases.filter((database) =>
    settings.rootList === "everyone" ? database.status === "NORMAL" : opens(database, credentials),
  );
  return jsonAnswer(form, settings, {
    [`${form.mark}context`]: `${serviceRoot}/$metadata`,
    value: visible.map(({ name }) => ({
      name,
      kind: "EntityContainer",
      url: `${serviceRoot}/${encodeURIComponent(name)}`,
    })),
  });
}
