import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Returns an empty folder for one test. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-test-"));
  // Descendants of a killed process may still be writing their last data there.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return folder;
}
