import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder for the files of one run. */
export interface RunDirectory extends AsyncDisposable {
  readonly path: string;
}

/** Makes the folder. It goes when it is given back, or else with this process. */
export function openRunDirectory(): RunDirectory {
  const path = mkdtempSync(join(tmpdir(), "bench-"));
  // A program that is being killed may still finish a write, so a folder that fills again is tried again.
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
