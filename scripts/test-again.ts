// Runs the test files that failed in the last run again, each alone. A test that fails beside others and passes alone twice in a row is
// flaky: it is listed, and has to be fixed, but says nothing about the change that is being tested. Exits with 1 if a file fails again, if
// too many failed, or if the last run didn't end.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import * as z from "zod";
import { failedRunFile } from "../tests/support/last-run.ts";

/** Number of failed files from which on the change is to blame, not the load. */
const maxFiles = 10;
const runs = 2;

const { files, hasOtherErrors } = readLastRun();
if (hasOtherErrors) end("The last run had errors outside of tests.");
if (files.length > maxFiles) end(`${files.length} test files failed, and at most ${maxFiles} are run again.`);

for (const { project, file } of files)
  for (let run = 1; run <= runs; run += 1) {
    console.log(`\n${project}: ${file}, run ${run} of ${runs}`);
    const { status } = spawnSync("npx", ["vitest", "run", "--project", project, file], {
      stdio: "inherit",
      env: { ...process.env, KEEP_LAST_RUN: "true" },
    });
    if (status !== 0) end(`${file} also fails alone (${project}).`);
  }
for (const { project, file } of files) console.log(`Flaky, to be fixed: ${file} (${project})`);

function readLastRun() {
  const shape = z.object({
    files: z.array(z.object({ project: z.string(), file: z.string() })),
    hasOtherErrors: z.boolean(),
  });
  try {
    return shape.parse(JSON.parse(readFileSync(failedRunFile, "utf8")));
  } catch (thrown) {
    return end(`The last run of the tests left no list of failed files: ${String(thrown)}`);
  }
}

function end(reason: string): never {
  console.error(reason);
  process.exit(1);
}
