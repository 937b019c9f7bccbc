import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { importMs } from "../../scripts/import-time.ts";
import type { Finding } from "../finding.ts";
import type { Stage } from "../stage.ts";
import { functionBundles } from "../starts/function-bundles.ts";

/** What a function on Lambda has to load before its first call: how large its bundle is, and how long a new process imports it. */
export async function coldStart({ plan, directory }: Stage): Promise<Finding> {
  const folder = join(directory, "bundles");
  mkdirSync(folder);
  const bundles = (await functionBundles(folder)).map((bundle) => {
    // The first import is the disk's; the least of the others is what the code itself takes.
    importMs(bundle.path);
    const times = Array.from({ length: plan.starts }, () => importMs(bundle.path));
    return { ...bundle, importMs: Math.min(...times) };
  });
  return {
    values: {
      functionImport: Math.max(...bundles.map((bundle) => bundle.importMs)),
      functionBundle: Math.max(...bundles.map(({ codeBytes }) => codeBytes)) / 1_000_000,
    },
    tables: [
      {
        title: "Functions on Lambda: what a cold start loads",
        columns: ["", "import ms", "code KB", "documents KB"],
        rows: bundles.map(({ name, importMs: time, codeBytes, documentBytes }) => [
          name,
          Math.round(time * 10) / 10,
          Math.round(codeBytes / 1_000),
          Math.round(documentBytes / 1_000),
        ]),
      },
    ],
    disturbed: [],
  };
}
