import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Programs of FileMaker Server that accept passwords only as arguments. */
export const fileTools = ["FMDeveloperTool", "FMUpgradeTool", "FMDataMigration"];

/** Run of a FileMaker Server program, as seen before it began. */
interface WatchedRun {
  readonly name: string;
  readonly words: readonly string[];
  readonly environment: string;
  /** Arguments and environments of the machine's other processes, as far as they are readable. */
  readonly others: string;
}

/** Records what each of FileMaker Server's programs is started with from now on. `at` returns a path in FileMaker Server's folder. */
export function watchedTools(at: (...parts: readonly string[]) => string): () => readonly WatchedRun[] {
  const seen = at("seen");
  const program = at("watch.mjs");
  writeFileSync(
    program,
    `import { spawnSync } from "node:child_process";
    import { appendFileSync, readdirSync, readFileSync } from "node:fs";
    const [name, tool, ...words] = process.argv.slice(2);
    const read = (path) => { try { return readFileSync(path, "utf8"); } catch { return ""; } };
    const others = readdirSync("/proc").filter((pid) => /^[0-9]+$/.test(pid) && Number(pid) !== process.pid);
    const line = {
      name,
      words,
      environment: read("/proc/self/environ"),
      others: others.map((pid) => read("/proc/" + pid + "/cmdline") + read("/proc/" + pid + "/environ")).join("\\n"),
    };
    appendFileSync(${JSON.stringify(seen)}, JSON.stringify(line) + "\\n");
    process.exitCode = spawnSync(tool, words, { stdio: "inherit" }).status ?? 1;`,
  );
  for (const tool of [...fileTools, "fmsadmin"]) {
    const path = at("Database Server", "bin", tool);
    if (!existsSync(path)) continue;
    const own = join(path, "..", `own-${tool}`);
    renameSync(path, own);
    writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${program}' ${tool} '${own}' "$@"\n`);
    chmodSync(path, 0o755);
  }
  return () =>
    readFileSync(seen, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
}
