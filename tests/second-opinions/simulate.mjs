// Separate process with the AGPL library @cloud-copilot/iam-simulate, which is installed in a temporary folder and never ships. Reads a list
// of simulations from standard input, and writes the result of each. Argument: the folder with the library.
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const [, , folder = "."] = process.argv;
const { runSimulation } = createRequire(join(folder, "package.json"))("@cloud-copilot/iam-simulate");

const results = [];
for (const simulation of JSON.parse(await text(process.stdin))) {
  const { resultType, overallResult, result, errors } = await runSimulation(simulation, {});
  const ignored = result?.ignoredContextKeys ?? [];
  results.push(
    resultType === "error" ? { error: JSON.stringify(errors) } : { isAllowed: overallResult === "Allowed", ignored },
  );
}
process.stdout.write(JSON.stringify(results));
