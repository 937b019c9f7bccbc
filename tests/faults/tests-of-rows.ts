import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import * as z from "zod";
import type { Fault, TestsRow } from "./row.ts";
import { projectRoot, ran } from "./support/programs.ts";
import { trialEnds } from "./support/trial-ends.ts";
import type { Trial } from "./tried.ts";

/** The fields of Vitest's report that are used here. A file for both sets of adapters is listed twice. */
const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      /** Error outside of its tests. */
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          duration: z.number().optional(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});
type FileResult = z.infer<typeof Report>["testResults"][number];

/** Rows whose tests can run in one Vitest run: starting Vitest takes longer than many of them. */
interface TestRun {
  readonly rows: readonly TestsRow[];
  readonly environment: TestsRow["environment"];
  readonly titles?: string;
}

/** Returns the minimum number of runs without many unrelated tests. */
export function testRuns(rows: readonly TestsRow[]): readonly TestRun[] {
  const byEnvironment = Map.groupBy(rows, ({ environment }) => JSON.stringify(environment));
  return [...byEnvironment.values()].flatMap((own) => {
    const environment = own[0]?.environment ?? {};
    const whole = new Set(own.filter(({ titles }) => titles === undefined).flatMap(({ tests }) => tests));
    const [within = [], some = []] = [true, false].map((isWithin) =>
      own.filter(({ tests }) => tests.every((file) => whole.has(file)) === isWithin),
    );
    const titles = some.map((row) => `(?:${row.titles})`).join("|");
    return [
      { rows: within, environment },
      { rows: some, environment, titles },
    ].filter((run) => run.rows.length > 0);
  });
}

/** Runs tests, and returns the result of each row. */
export async function triedByTests(run: TestRun): Promise<ReadonlyMap<TestsRow, Trial>> {
  const ends = trialEnds("fault-tests");
  try {
    const results = await filesOf(run, ends);
    return new Map(run.rows.map((row) => [row, trialOf(row, results)]));
  } finally {
    await ends.end();
  }
}

const vitest = "node_modules/vitest/vitest.mjs";

async function filesOf({ rows, environment, titles }: TestRun, ends: Pick<Fault, "folder" | "atEnd">) {
  const report = join(ends.folder, "report.json");
  const files = new Set(rows.flatMap(({ tests }) => tests));
  // A row may take minutes if one test tries every possible point.
  const words = ["run", "--testTimeout", "0", "--project", "one machine", "--project", "aws"];
  const chosen = titles === undefined ? [] : ["--testNamePattern", titles];
  const reported = ["--reporter", "json", "--outputFile", report];
  const failure = await ran(ends, [vitest, ...words, ...chosen, ...reported, ...files], environment).then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  const results = readReport(report);
  // Vitest fails if a test fails, which its report describes better.
  if (results === undefined || (failure !== undefined && !results.some(hasFailed)))
    throw failure ?? new Error("Vitest has written no report");
  return results;
}

function readReport(path: string): readonly FileResult[] | undefined {
  try {
    return Report.parse(JSON.parse(readFileSync(path, "utf8"))).testResults;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw thrown;
  }
}

function hasFailed({ message, assertionResults }: FileResult): boolean {
  return message !== "" || assertionResults.some(({ status }) => status === "failed");
}

/** Returns a row's result: it passes if it has at least one test, and all of its tests passed. */
export function trialOf({ tests, titles = "" }: TestsRow, results: readonly FileResult[]): Trial {
  const pattern = new RegExp(titles);
  const own = results.filter(({ name }) => tests.includes(relative(projectRoot, name)));
  const made = own.flatMap(({ assertionResults }) => assertionResults).filter(({ fullName }) => pattern.test(fullName));
  const failures = [
    ...own.flatMap(({ name, message }) => (message === "" ? [] : [`${relative(projectRoot, name)}: ${message}`])),
    ...made.flatMap(({ fullName, failureMessages }) => failureMessages.map((text) => `${fullName}: ${text}`)),
  ];
  if (failures.length === 0 && !made.some(({ status }) => status === "passed"))
    failures.push(`None of the tests passed that ${tests.join(", ")} have of ${titles || "any title"}`);
  const missing = tests.filter((file) => !own.some(({ name }) => relative(projectRoot, name) === file));
  if (missing.length > 0) failures.push(`No test was made of ${missing.join(", ")}`);
  const seconds = made.reduce((sum, { duration = 0 }) => sum + duration, 0) / 1_000;
  return { ...(failures.length > 0 && { failure: failures.join("\n") }), askedOracles: false, seconds };
}
