import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Writes a file with these bytes, which is deleted after the test. */
export function saved(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-saved-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "download");
  writeFileSync(path, bytes);
  return path;
}
