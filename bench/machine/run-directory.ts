import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Folder for the files of a run. */
export interface RunDirectory extends AsyncDisposable {
  readonly path: string;
}

/** Creates the folder. It is removed when it is disposed, or at the latest when this process ends. */
export function openRunDirectory(): RunDirectory {
  const path = mkdtempSync(join(tmpdir(), "bench-"));
  // A program that is being killed can still complete a write, so the removal is retried.
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  process.once("exit", remove);
  return {
    path,
    async [Symbol.asyncDispose]() {
      process.off("exit", remove);
      remove();
    },
  };
}
