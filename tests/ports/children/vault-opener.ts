import { once } from "node:events";
import { systemClock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import { openVault } from "../../../local-runtime/secrets/vault.ts";

// Opens the vault when a line arrives on its standard input, and prints its key's name. Argument: file.
const [file = ""] = process.argv.slice(2);
console.log("ready");
await once(process.stdin, "data");
process.stdin.destroy();
console.log(openVault({ file, createIfMissing: true, clock: systemClock, ids: systemIds(systemClock) }).kids.join());
