import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startProgram } from "../machine/program.ts";
import type { Stage } from "../stage.ts";
import { KeyCheckReport } from "./key-check-report.ts";
import type { StoredKeys } from "./stored-keys.ts";

interface KeyCheckPlan extends Pick<Stage, "cores" | "plan" | "directory"> {
  readonly few: StoredKeys;
  readonly many: StoredKeys;
}

/** Measures key checks on both stores in a separate program. */
export async function measuredKeyChecks({ few, many, cores, plan, directory }: KeyCheckPlan): Promise<KeyCheckReport> {
  const named = async (name: string, { dataFolder, dataKeys }: StoredKeys) => {
    const file = join(directory, name);
    await writeFile(file, dataKeys.join("\n"), { mode: 0o600 });
    return [dataFolder, file];
  };
  const sides = [...(await named("few-keys", few)), ...(await named("many-keys", many))];
  const program = await startProgram({
    command: process.execPath,
    args: ["--expose-gc", PROGRAM, ...sides, String(plan.rounds)],
    core: cores?.proxy,
    ready: (line) => (line.startsWith("{") ? line : undefined),
    readyWithinSeconds: 300,
  });
  await program[Symbol.asyncDispose]();
  return KeyCheckReport.parse(JSON.parse(program.readiness));
}

const PROGRAM = fileURLToPath(new URL("./key-check-process.ts", import.meta.url));
