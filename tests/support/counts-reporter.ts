import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { failedRunFile } from "./last-run.ts";

/** Ends a run with one plain line of counts, and lists the failed files for `npm run test:again`. */
export default class CountsReporter implements Reporter {
  onTestRunStart(): void {
    if (!isRepeated) rmSync(failedRunFile, { force: true });
  }

  onTestRunEnd(modules: readonly TestModule[], otherErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
      if (module.errors().length > 0) counts.failed += 1;
    }
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
    console.log(`\n${counts.passed} passed, ${counts.failed + counts.pending} failed${skipped}`);
    if (!isRepeated) store(modules, otherErrors.length > 0);
  }
}

/** True if `npm run test:again` runs one of the failed files. */
const isRepeated = process.env.KEEP_LAST_RUN === "true";

function store(modules: readonly TestModule[], hasOtherErrors: boolean): void {
  const files = modules
    .filter((module) => module.state() === "failed" || module.state() === "pending")
    .map((module) => ({ project: module.project.name, file: module.relativeModuleId }));
  mkdirSync(dirname(failedRunFile), { recursive: true });
  writeFileSync(failedRunFile, JSON.stringify({ files, hasOtherErrors }));
}
