import { catalogue } from "#shared/contract/catalogue.ts";
import release from "../../package.json" with { type: "json" };
import { openApiDocument } from "./openapi-document.ts";

/** Description of this API in OpenAPI 3.1, from the contracts. Takes half a second, so bundles contain the result instead of this module. */
export default openApiDocument(catalogue, release.version);
