import { join } from "node:path";
import { bundledFunction, functionNames } from "../../scripts/function-bundle.ts";
import { importMs } from "../../scripts/import-time.ts";
import type { Finding } from "../finding.ts";
import type { Stage } from "../stage.ts";

/** Function of sign-ins, with a complete OpenID provider: the bench of AI clients has its own limits for it. */
const signIns = "oauth";

/**
 * Measures what a Lambda function has to load before its first call: the size of its bundle, and the time to import it in a new process.
 */
export async function coldStart({ plan, directory }: Stage): Promise<Finding> {
  const bundles = await Promise.all(functionNames.map(bundledFunction));
  const loads = bundles.map(({ name, start, resources, write }) => {
    const added = Math.max(0, ...Object.values(resources).map(({ codeBytes }) => codeBytes));
    return {
      name,
      path: write(join(directory, name)),
      codeBytes: start.codeBytes,
      added,
      importMs: Number.POSITIVE_INFINITY,
    };
  });
  // Round by round, because a machine has longer slow periods: the minimum of a bundle's times is what its code takes.
  for (let round = 0; round < 2 * plan.starts; round += 1) {
    for (const load of loads) load.importMs = Math.min(load.importMs, importMs(load.path));
  }
  const others = loads.filter(({ name }) => name !== signIns);
  return {
    values: {
      functionImport: Math.max(...others.map((load) => load.importMs)),
      functionBundle: Math.max(...others.map(({ codeBytes }) => codeBytes)) / 1_000_000,
    },
    tables: [
      {
        title: "Functions on Lambda: what a cold start loads",
        columns: ["", "import ms", "code KB", "largest resource KB"],
        rows: loads.map(({ name, importMs: time, codeBytes, added }) => [
          name,
          Math.round(time * 10) / 10,
          Math.round(codeBytes / 1_000),
          Math.round(added / 1_000),
        ]),
      },
    ],
    disturbed: [],
  };
}
