import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
    for (const { name: path, content } of files) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
    const figures = [
      `${kilobytes(bytes)} KB in ${files.length} files`,
      `zip ${kilobytes(zipBytes)} KB`,
      `import ${leastImportMs(join(folder, `functions/${name}/lambda.mjs`))} ms`,
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
