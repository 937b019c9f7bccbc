import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtConsole } from "./console/built-console.ts";
import { consoleInventory } from "./console/deploy-console.ts";
import { framework } from "./framework.ts";
import { importMs } from "./import-time.ts";
import { packagedFunctions } from "./packaged-functions.ts";

// Builds the CloudFormation template, the functions' zips and the console, without an account or network: npm run package
process.exitCode = framework("package", process.argv.slice(2));
if (process.exitCode === 0) {
  printFunctions();
  process.stdout.write(`console      ${consoleInventory(await builtConsole("svc"))}\n`);
}

function printFunctions(): void {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-package-"));
  for (const { name, zipBytes, files } of packagedFunctions()) {
    const bundle = files.find((file) => file.name.endsWith(".mjs"));
    if (bundle === undefined) throw new Error(`${name}.zip has no bundle.`);
    const path = join(folder, `${name}.mjs`);
    writeFileSync(path, bundle.content);
    const figures = [
      `${kilobytes(bundle.content.length)} KB`,
      `zip ${kilobytes(zipBytes)} KB`,
      `import ${leastImportMs(path)} ms`,
    ];
    process.stdout.write(`${name.padEnd(12)} ${figures.join(", ")}\n`);
  }
  rmSync(folder, { recursive: true });
}

function leastImportMs(path: string): string {
  return Math.min(...[1, 2, 3].map(() => importMs(path))).toFixed(0);
}

function kilobytes(bytes: number): string {
  return Math.round(bytes / 1000).toLocaleString("en-US");
}
