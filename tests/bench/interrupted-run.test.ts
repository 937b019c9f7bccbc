import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { startOf } from "../../bench/machine/process-reading.ts";
import { until } from "../support/until.ts";

const machine = new URL("../../bench/machine/", import.meta.url);

/** Starts a run with a folder, and with a program that has started another one, as npm does. */
const run = `
  import { openRunDirectory } from "${machine}run-directory.ts";
  import { endOnSignals } from "${machine}end-on-signals.ts";
  import { startProgram } from "${machine}program.ts";
  endOnSignals();
  const { path } = openRunDirectory();
  const idle = "console.log(process.pid); setInterval(() => {}, 1_000)";
  const program = await startProgram({
    command: "sh",
    args: ["-c", '"$0" -e "$1"; true', process.execPath, idle],
    core: undefined,
    ready: (line) => line,
  });
  console.log(JSON.stringify({ path, pids: [program.pid, Number(program.readiness)] }));
`;

test.each(["SIGINT", "SIGTERM"] as const)("a run that receives %s leaves no folder and no process", async (signal) => {
  const bench = spawn(process.execPath, ["--input-type=module", "-e", run], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: bench.stdout }), "line");
  const { path, pids }: { path: string; pids: number[] } = JSON.parse(line);
  expect(existsSync(path)).toBe(true);
  expect(pids.map(startOf)).not.toContain("");

  const exited = once(bench, "exit");
  bench.kill(signal);
  expect(await exited).toEqual([130, null]);

  expect(existsSync(path)).toBe(false);
  await until(() => pids.every((pid) => startOf(pid) === ""));
});
