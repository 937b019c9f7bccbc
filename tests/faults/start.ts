import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { isFaultId, matrix } from "./matrix.ts";
import { nextSeed, withRepetition } from "./repetitions.ts";
import { keepResults, keptResults, type Results, type RowResult } from "./results.ts";
import type { FaultRow, LiveRow, TestsRow } from "./row.ts";
import { rows } from "./rows.ts";
import { commitAndDate, isSameProduct } from "./support/commit.ts";
import { endAtSignals } from "./support/trial-ends.ts";
import { testRuns, triedByTests } from "./tests-of-rows.ts";
import { type Trial, tried } from "./tried.ts";
import { writePage } from "./write-page.ts";

// The reader of our output may end first: the row still cleans up its processes.
process.stdout.on("error", () => undefined);
endAtSignals();

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    repeat: { type: "string", default: "1" },
    "at-once": { type: "string", default: "1" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    keep: { type: "boolean", default: false },
    more: { type: "boolean", default: false },
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
    "Usage: npm run faults -- [ID …] [--repeat 20] [--seed NUMBER] [--at-once 3] [--named WORDS] [--live | --tests] [--keep [--more]] [--leave]",
  );

const isWanted = ({ id }: FaultRow) => wanted.length === 0 || wanted.includes(id);
const isOfKind = ({ tests }: FaultRow) => (tests === undefined ? !values.tests : !values.live);
const chosen = rows.filter((row) => isWanted(row) && isOfKind(row) && row.sentence.includes(values.named));
const now = commitAndDate();
/** Results of rows: of this run, and with `--more` the stored ones of the same product. */
const known = new Map<FaultRow, RowResult>(values.more ? keptOfThisProduct() : []);
const begun = new Set<FaultRow>();

for (let pass = 0; pass < repeat; pass += 1) {
  const left = chosen.filter((row) => !(begun.has(row) && known.get(row)?.outcome === "failed"));
  const since = performance.now();
  await tryByTests(left.filter((row) => row.tests !== undefined));
  await tryLive(left.filter((row) => row.tests === undefined));
  const seconds = Math.round((performance.now() - since) / 1_000);
  console.log(`${left.length} rows in ${seconds} s`);
  if (values.keep && left.length === rows.length)
    keep({ pass: { rows: rows.length, seconds, cores: availableParallelism(), atOnce, ...now } });
}
const outcomes = chosen.map((row) => known.get(row)?.outcome);
const count = (outcome: RowResult["outcome"]) => outcomes.filter((each) => each === outcome).length;
console.log(`${count("held")} of ${chosen.length} held, ${count("not tried")} not tried, ${count("failed")} failed`);
process.exit(count("failed") > 0 ? 1 : 0);

async function tryByTests(some: readonly TestsRow[]): Promise<void> {
  for (const run of testRuns(some)) for (const [row, trial] of await triedByTests(run)) note(row, trial, seedOf(row));
}

/** Runs rows, each with its own folders and ports. Rows that measure run last, because others would slow them down. */
async function tryLive(some: readonly LiveRow[]): Promise<void> {
  const tryOne = async (row: LiveRow) => {
    const own = seedOf(row);
    note(row, await tried(row, own, values.leave), own);
  };
  const busy = some.filter(({ waits, measures }) => !waits && !measures);
  const next = async () => {
    for (let row = busy.shift(); row !== undefined; row = busy.shift()) await tryOne(row);
  };
  await Promise.all([...some.filter(({ waits }) => waits).map(tryOne), ...Array.from({ length: atOnce }, next)]);
  for (const row of some.filter(({ measures }) => measures)) await tryOne(row);
}

function seedOf(row: FaultRow): number {
  const earlier = known.get(row);
  return earlier === undefined ? seed : nextSeed(earlier);
}

function note(row: FaultRow, trial: Trial, own: number): void {
  const { id, sentence } = row;
  const { failure, untried, seconds } = trial;
  const about = `${id.padEnd(4)} ${sentence}`;
  if (untried !== undefined) console.log(`-    ${about}\n          not tried: ${untried}`);
  else if (failure !== undefined) console.log(`FAIL ${about}${row.tests ? "" : ` (seed ${own})`}\n${failure}`);
  else console.log(`held ${about} (${row.tests ? "" : `seed ${own}, `}${seconds.toFixed(1)} s)`);
  const result = withRepetition(known.get(row), row, { ...trial, seed: own, ...now });
  known.set(row, result);
  begun.add(row);
  // Immediately, so that an interrupted run doesn't lose results.
  if (values.keep) keepRow(result);
}

/** Replaces the row's stored result; results of deleted rows are removed. */
function keepRow(result: RowResult): void {
  const others = keptResults().rows.filter(
    ({ id, sentence }) =>
      sentence !== result.sentence && rows.some((row) => row.id === id && row.sentence === sentence),
  );
  keep({ rows: [...others, result].toSorted(byId) });
}

function keep(part: Partial<Results>): void {
  keepResults({ ...keptResults(), ...part });
  writePage();
}

function* keptOfThisProduct(): Iterable<[FaultRow, RowResult]> {
  const kept = keptResults().rows;
  const same = new Set([...new Set(kept.map(({ commit }) => commit))].filter(isSameProduct));
  for (const row of rows) {
    const result = kept.find(({ id, sentence }) => id === row.id && sentence === row.sentence);
    if (result !== undefined && same.has(result.commit)) yield [row, result];
  }
}

function byId(a: RowResult, b: RowResult): number {
  return a.id.localeCompare(b.id, "en", { numeric: true }) || a.sentence.localeCompare(b.sentence);
}
