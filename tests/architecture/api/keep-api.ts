// Keeps the API of this release for the comparison with the next one: node tests/architecture/api/keep-api.ts
import { writeFileSync } from "node:fs";
import packageJson from "../../../package.json" with { type: "json" };
import { apiFile, currentApi, keptText } from "./kept-api.ts";

const api = currentApi();
writeFileSync(apiFile(packageJson.version), keptText(api));
console.log(`${Object.keys(api.operations).length} operations of ${packageJson.version}`);
