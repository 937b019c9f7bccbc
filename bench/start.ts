import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { killPrograms } from "./machine/program.ts";
import { full, quick } from "./plan.ts";
import { benchProxy } from "./proxy.ts";

// node bench/start.ts proxy [--quick]
const { values, positionals } = parseArgs({ allowPositionals: true, options: { quick: { type: "boolean" } } });
const benches = { proxy: benchProxy };
const name = positionals[0] ?? "";

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
process.once("exit", killPrograms);

if (!isBench(name) || positionals.length > 1) {
  process.stderr.write(`Which bench? node bench/start.ts ${Object.keys(benches).join(" | ")} [--quick]\n`);
  process.exitCode = 2;
} else {
  const plan = values.quick === true ? quick : full;
  const result = await benches[name](plan, (text) => process.stdout.write(`${text}\n`));
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
  const json = JSON.stringify(
    { bench: name, mode: plan.mode, measuredAt: new Date(), machine, ...result },
    undefined,
    2,
  );
  // A quick run is for looking; what is kept comes from a full one.
  if (plan === full) await writeFile(new URL(`./results/${name}.json`, import.meta.url), `${json}\n`);
  if (result.failed.length > 0 || result.verdicts.some(({ verdict }) => verdict === "missed")) process.exitCode = 1;
}

function isBench(word: string): word is keyof typeof benches {
  return Object.hasOwn(benches, word);
}
