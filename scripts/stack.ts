// Generates functions/stack.json from the functions' needs: npm run stack. With --check, only reports whether it is up to date.
import { readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { functionNeeds, functionStack } from "./function-stack.ts";

const file = new URL("../functions/stack.json", import.meta.url);
const stack = functionStack(await functionNeeds());

if (!process.argv.includes("--check")) {
  writeFileSync(file, `${JSON.stringify(stack, null, 2)}\n`);
} else if (!isDeepStrictEqual(JSON.parse(readFileSync(file, "utf8")), stack)) {
  process.stderr.write("functions/stack.json is not what the functions' needs come to: npm run stack\n");
  process.exitCode = 1;
}
