import type { Reply } from "../../http/reply.ts";
import { entityModels, schemaVersion, serverVersion } from "../metadata/entity-model.ts";
import { metadataJson } from "../metadata/metadata-json.ts";
import { metadataXml, type SchemaModel } from "../metadata/metadata-xml.ts";
import { scriptModels } from "../metadata/script-models.ts";
import { majorVersion, type ODataCall } from "../odata-call.ts";

/** Returns `$metadata` of a file or one of its tables, as XML unless JSON is requested. */
export function describeFile(call: ODataCall, table: string | undefined): Reply {
  const entities = entityModels(call, table);
  const schema: SchemaModel = {
    file: call.spelling,
    serverVersion: serverVersion(call),
    schemaVersion: schemaVersion(entities),
    entities,
    scripts: majorVersion(call.host) >= 26 && table === undefined ? scriptModels(call.database) : [],
    withAnnotations: !call.form.withoutAnnotations,
  };
  const { wantsXml } = call.form;
  return {
    status: 200,
    code: "0",
    headers: {
      "Content-Type": `application/${wantsXml ? "xml" : "json"};charset=utf-8`,
      "OData-Version": call.form.version,
    },
    body: Buffer.from(wantsXml ? metadataXml(schema) : JSON.stringify(metadataJson(schema))),
  };
}
