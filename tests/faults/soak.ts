import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { randomNumbers } from "../../bench/load/random-numbers.ts";
import type { AreaName } from "./load/areas.ts";
import { callSteadily, newLoad } from "./load/load.ts";
import { askOracles } from "./oracles/oracles.ts";
import { watchedProduct } from "./oracles/watched.ts";
import { keepResults, keptResults, type SoakResult } from "./results.ts";
import { randomFaults } from "./soak/random-faults.ts";
import { longestLife, rangeOf, type Sample, sampleOf } from "./soak/samples.ts";
import { commitAndDate } from "./support/commit.ts";
import { startProduct } from "./support/latchkey.ts";
import { endAtSignals, trialEnds } from "./support/trial-ends.ts";
import { writePage } from "./write-page.ts";

/** Areas that are called; each loop makes one call after the other: a few dozen calls per second at most. */
const loops: readonly { readonly areas: readonly AreaName[]; readonly pauseMs: number; readonly count: number }[] = [
  { areas: ["proxied", "proxied", "proxied", "management", "mcp"], pauseMs: 150, count: 4 },
  { areas: ["events", "triggers"], pauseMs: 400, count: 2 },
  { areas: ["notes", "keys", "uploads"], pauseMs: 1_000, count: 1 },
  { areas: ["builds", "deployments", "fileOperations", "backups"], pauseMs: 8_000, count: 1 },
];
const faultPauseMs = 10_000;
const sampleMs = 2_000;
/** Number of samples ignored after a start, because a new process grows. */
const startSamples = 10;
const maxGrowth = { memoryMb: 200, descriptors: 100 };
const deadlineSeconds = 60;
/** Probability that a chosen end of the service is executed: growth shows only in a process that lives long. */
const serviceEnds = 0.3;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    keep: { type: "boolean", default: false },
    leave: { type: "boolean", default: false },
  },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
if (!(minutes > 0 && Number.isInteger(seed)))
  throw new Error("Usage: npm run soak -- --minutes 10 [--seed NUMBER] [--keep] [--leave]");

process.stdout.on("error", () => undefined);
console.log(`A soak of ${minutes} minutes, seed ${seed}`);
endAtSignals();
const ends = trialEnds("soak");
const result = await soaked().finally(() => ends.end({ leavesFolder: values.leave }));
if (values.leave) console.log(`What is left of it is in ${ends.folder}`);
print(result);
if (values.keep) {
  const kept = keptResults();
  keepResults({ ...kept, soaks: [...kept.soaks, result] });
  writePage();
}
process.exit(result.outcome === "held" ? 0 : 1);

async function soaked(): Promise<SoakResult> {
  const start = () => startProduct(ends);
  const watched = watchedProduct(await start(), start, deadlineSeconds);
  const load = await newLoad(watched, randomNumbers(seed));
  const ending = new AbortController();
  const calling = loops.flatMap(({ areas, pauseMs, count }) =>
    Array.from({ length: count }, () => callSteadily(load, areas, pauseMs, ending.signal)),
  );
  const samples: Sample[] = [];
  const sampling = setInterval(() => {
    const sample = sampleOf(watched);
    if (sample !== undefined) samples.push(sample);
  }, sampleMs);
  const faults: Record<string, number> = {};
  let reason: string | null = null;
  try {
    await makeFaults(faults, performance.now() + minutes * 60_000);
    ending.abort();
    await Promise.all(calling);
    await askOracles(watched);
  } catch (thrown) {
    reason = thrown instanceof Error ? thrown.message : String(thrown);
  } finally {
    ending.abort();
    clearInterval(sampling);
  }
  const life = longestLife(samples, startSamples);
  const ranges = { memoryMb: rangeOf(life, "memoryMb"), descriptors: rangeOf(life, "descriptors") };
  reason ??= grown(ranges);
  return {
    ...{ minutes, seed, reason, faults, ...ranges, ...commitAndDate() },
    lifeMinutes: Math.round((life.length * sampleMs) / 60_000),
    memoryByMinute: life
      .filter((_, index) => index % (60_000 / sampleMs) === 0)
      .map(({ memoryMb }) => memoryMb)
      .join(" "),
    outcome: reason === null ? "held" : "failed",
    answers: Object.fromEntries([...watched.ledger.counts].toSorted()),
  };

  /** Injects faults one after the other: with two at once, it would be unclear which one caused a loss. */
  async function makeFaults(counts: Record<string, number>, end: number): Promise<void> {
    const random = randomNumbers(seed + 1);
    const names = Object.keys(randomFaults) as (keyof typeof randomFaults)[];
    while (performance.now() < end) {
      await wait(faultPauseMs * (0.5 + random()));
      const name = names[Math.floor(random() * names.length)];
      if (name === undefined || performance.now() > end) continue;
      if (name === "serviceKilled" && random() > serviceEnds) continue;
      console.log(`${new Date().toISOString().slice(11, 19)} ${name}`);
      await randomFaults[name](watched, random);
      counts[name] = (counts[name] ?? 0) + 1;
    }
  }
}

function grown({ memoryMb, descriptors }: Pick<SoakResult, "memoryMb" | "descriptors">): string | null {
  if (memoryMb.last - memoryMb.first > maxGrowth.memoryMb)
    return `Memory grew from ${memoryMb.first} to ${memoryMb.last} MB`;
  if (descriptors.last - descriptors.first > maxGrowth.descriptors)
    return `Descriptors grew from ${descriptors.first} to ${descriptors.last}`;
  return null;
}

function print(soak: SoakResult): void {
  const { answers, faults, memoryMb, descriptors, lifeMinutes, memoryByMinute, outcome, reason } = soak;
  console.table(answers);
  console.table({ ...faults });
  console.table({ memoryMb, descriptors });
  console.log(`The longest life of the service took ${lifeMinutes} minutes. MB at each: ${memoryByMinute}`);
  console.log(outcome === "held" ? "All oracles hold." : `FAILED: ${reason}`);
}
