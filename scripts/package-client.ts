import { fileURLToPath } from "node:url";
import { packedClient } from "./client/packed-client.ts";

// Writes the npm package latchkey-client to dist/client: npm run package:client, then npm pack ./dist/client
const folder = fileURLToPath(new URL("../dist/client", import.meta.url));
await packedClient(folder);
console.log(folder);
