import { fileURLToPath } from "node:url";
import { packedCli } from "./cli/packed-cli.ts";

// Writes the npm package latchkey-cli to dist/cli: npm run package:cli, then npm pack ./dist/cli
const folder = fileURLToPath(new URL("../dist/cli", import.meta.url));
await packedCli(folder);
console.log(folder);
