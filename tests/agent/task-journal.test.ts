import { spawnSync } from "node:child_process";
import { expect } from "vitest";
import { openTaskJournals } from "../../local-agent/tasks/task-journal.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

verifies("agent:work:journal-whole", async () => {
  const folder = scratchFolder();
  openTaskJournals(folder);
  // The system limits this process's files to 8 kilobytes, as if the disk were full.
  const script = new URL("./support/fill-journal.ts", import.meta.url).pathname;
  const limited = `ulimit -f 16; exec '${process.execPath}' '${script}' '${folder}'`;
  const { stdout, stderr } = spawnSync("sh", ["-c", limited], { encoding: "utf8" });
  expect(stdout, stderr).toBe("EFBIG");
  const [journal] = openTaskJournals(folder);
  expect(journal?.notes.map(({ note }) => note)).toEqual(["begun", "committed"]);
  journal?.close();
});
