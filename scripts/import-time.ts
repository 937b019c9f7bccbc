import { spawnSync } from "node:child_process";

const program = `const start = performance.now();
  await import(process.argv[1]).catch((error) => { if (error.name !== "SettingRefused") throw error; });
  process.stdout.write(String(performance.now() - start));`;

/**
 * Returns the time in milliseconds that a new process takes to load a function's bundle. Its platform then fails because there are no
 * settings.
 */
export function importMs(path: string): number {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program, path], {
    encoding: "utf8",
    env: {},
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}
