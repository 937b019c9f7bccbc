import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder for one test. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-test-"));
  // Whatever a killed process has started may still be writing its last there.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return folder;
}
