import { parseArgs } from "node:util";
import { isFaultId, matrix } from "./matrix.ts";
import { keepResults, keptResults, type RowResult } from "./results.ts";
import type { FaultRow } from "./row.ts";
import { rows } from "./rows.ts";
import { commitAndDate } from "./support/commit.ts";
import { endAtSignals } from "./support/trial-ends.ts";
import { tried } from "./tried.ts";
import { writePage } from "./write-page.ts";

// What reads our lines may go first: the row still puts its processes away.
process.stdout.on("error", () => undefined);
endAtSignals();

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    repeat: { type: "string", default: "1" },
    "at-once": { type: "string", default: "1" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    keep: { type: "boolean", default: false },
    live: { type: "boolean", default: false },
    tests: { type: "boolean", default: false },
    leave: { type: "boolean", default: false },
    named: { type: "string", default: "" },
  },
});
const unknown = wanted.filter((id) => !isFaultId(id));
if (unknown.length > 0) throw new Error(`There is no row ${unknown}. Rows: ${Object.keys(matrix).join(", ")}`);
const [repeat, seed, atOnce] = [Number(values.repeat), Number(values.seed), Number(values["at-once"])];
if (!([repeat, seed, atOnce].every(Number.isInteger) && repeat > 0 && atOnce > 0))
  throw new Error(
    "Usage: npm run faults -- [ID …] [--repeat 20] [--seed NUMBER] [--at-once 3] [--named WORDS] [--live | --tests] [--keep] [--leave]",
  );

const isWanted = ({ id }: FaultRow) => wanted.length === 0 || wanted.includes(id);
const isOfKind = ({ tests }: FaultRow) => (tests === undefined ? !values.tests : !values.live);
const chosen = rows.filter((row) => isWanted(row) && isOfKind(row) && row.sentence.includes(values.named));
const results: RowResult[] = [];
// Each has folders and ports of its own. What measures is slowed down by others, and comes when they are over.
await tryAll(
  chosen.filter(({ measures }) => measures === undefined),
  atOnce,
);
await tryAll(
  chosen.filter(({ measures }) => measures),
  1,
);
const count = (outcome: RowResult["outcome"]) => results.filter((result) => result.outcome === outcome).length;
console.log(`${count("held")} of ${results.length} held, ${count("not tried")} not tried, ${count("failed")} failed`);
process.exit(count("failed") > 0 ? 1 : 0);

async function tryAll(some: readonly FaultRow[], most: number): Promise<void> {
  const left = [...some];
  const one = async () => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) {
      const result = await repeated(row);
      results.push(result);
      if (values.keep) keep(result);
    }
  };
  await Promise.all(Array.from({ length: most }, one));
}

async function repeated(row: FaultRow): Promise<RowResult> {
  const { id, sentence } = row;
  const about = { id, sentence, ...commitAndDate() };
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 100) / 10;
  const missing = row.missing?.();
  if (missing !== undefined) {
    console.log(`-    ${id.padEnd(4)} ${sentence}\n          not tried: ${missing}`);
    const untried = { outcome: "not tried", reason: missing, asksOracles: false } as const;
    return { ...about, ...untried, repetitions: 0, seed, seconds: 0 };
  }
  let asksOracles = false;
  for (let repetition = 0; repetition < repeat; repetition += 1) {
    const own = seed + repetition;
    const { failure, askedOracles } = await tried(row, own, values.leave);
    asksOracles ||= askedOracles;
    const way = { asksOracles, repetitions: repetition + 1, seed: own, seconds: seconds() };
    if (failure !== undefined) {
      console.log(`FAIL ${id.padEnd(4)} ${sentence} (seed ${own})\n${failure}`);
      return { ...about, outcome: "failed", reason: failure, ...way };
    }
    console.log(`held ${id.padEnd(4)} ${sentence} (seed ${own}, ${way.seconds.toFixed(1)} s)`);
  }
  return { ...about, outcome: "held", reason: null, asksOracles, repetitions: repeat, seed, seconds: seconds() };
}

/** In the place of what the row did before; rows that are no more go with it. */
function keep(result: RowResult): void {
  const { rows: before, soaks } = keptResults();
  const others = before.filter(
    ({ id, sentence }) =>
      sentence !== result.sentence && rows.some((row) => row.id === id && row.sentence === sentence),
  );
  keepResults({ rows: [...others, result].toSorted(byId), soaks });
  writePage();
}

function byId(a: RowResult, b: RowResult): number {
  return a.id.localeCompare(b.id, "en", { numeric: true }) || a.sentence.localeCompare(b.sentence);
}
