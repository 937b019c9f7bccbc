import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { framework } from "./framework.ts";
import { packagedFunctions } from "./packaged-functions.ts";

// Makes the CloudFormation template and the functions' zips, with no account and no network: npm run package
process.exitCode = framework("package", process.argv.slice(2));
if (process.exitCode === 0) printFunctions();

function printFunctions(): void {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-package-"));
  for (const { name, zipBytes, files } of packagedFunctions()) {
    const bundle = files.find((file) => file.name.endsWith(".mjs"));
    if (bundle === undefined) throw new Error(`${name}.zip holds no bundle.`);
    const path = join(folder, `${name}.mjs`);
    writeFileSync(path, bundle.content);
    const figures = [
      `${kilobytes(bundle.content.length)} KB`,
      `zip ${kilobytes(zipBytes)} KB`,
      `import ${importMs(path)} ms`,
    ];
    process.stdout.write(`${name.padEnd(12)} ${figures.join(", ")}\n`);
  }
  rmSync(folder, { recursive: true });
}

/** How long a new process takes to load the bundle: the least of three. Its foundation is refused for want of settings, after that. */
function importMs(path: string): string {
  const program = `const start = performance.now();
    await import(process.argv[1]).catch((error) => { if (error.name !== "SettingRefused") throw error; });
    process.stdout.write(String(performance.now() - start));`;
  const times = [1, 2, 3].map(() => {
    const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program, path], {
      encoding: "utf8",
      env: {},
    });
    if (status !== 0) throw new Error(stderr);
    return Number(stdout);
  });
  return Math.min(...times).toFixed(0);
}

function kilobytes(bytes: number): string {
  return Math.round(bytes / 1000).toLocaleString("en-US");
}
