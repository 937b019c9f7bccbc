import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { catalogue } from "#shared/contract/catalogue.ts";
import packageJson from "../package.json" with { type: "json" };
import { openApiDocument } from "./api-description/openapi-document.ts";

// Writes the OpenAPI description of the management API, which the service serves at /svc/apidoc/openapi.json. It is generated after the
// installation of the packages and before it becomes part of an archive or a bundle, and isn't in git.
const path = fileURLToPath(new URL("../shared/system/openapi.json", import.meta.url));
const text = `${JSON.stringify(openApiDocument(catalogue, packageJson.version), null, 1)}\n`;
if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
