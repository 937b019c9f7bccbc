import { statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { makeFolder } from "../../local-agent/disk/make-folder.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

verifies("agent:install:shared-folders", async () => {
  const folder = scratchFolder();
  // The umask of a unit whose own files are closed to everyone else.
  const before = process.umask(0o077);
  try {
    await makeFolder(join(folder, "a", "b"), 0o775);
    await makeFolder(join(folder, "a", "private"), 0o700);
  } finally {
    process.umask(before);
  }
  const modeOf = (...names: string[]) => statSync(join(folder, ...names)).mode & 0o777;
  expect([modeOf("a"), modeOf("a", "b"), modeOf("a", "private")]).toEqual([0o775, 0o775, 0o700]);
  expect(statSync(join(folder, "a", "b")).gid).toBe(statSync(folder).gid);
});
