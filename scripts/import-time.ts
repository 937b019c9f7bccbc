import { spawnSync } from "node:child_process";

const program = `const start = performance.now();
  await import(process.argv[1]).catch((error) => { if (error.name !== "SettingRefused") throw error; });
  process.stdout.write(String(performance.now() - start));`;

/** How long a new process takes to load a function's bundle, in milliseconds. Its platform is refused for want of settings, after that. */
export function importMs(path: string): number {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program, path], {
    encoding: "utf8",
    env: {},
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}
