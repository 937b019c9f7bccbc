import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { anonymizer } from "../../local-agent/conformance/anonymizer.ts";
import { logHeads } from "../../local-agent/conformance/read-logs.ts";
import { hostAt } from "../../local-agent/host.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

verifies("agent:conformance:unreadable", async () => {
  const host = hostAt(scratchFolder());
  const { logs } = host.roots;
  mkdirSync(join(logs, "Folder.log"), { recursive: true });
  symlinkSync(join(dirname(logs), "missing"), join(logs, "Gone.log"));
  writeFileSync(join(logs, "Event.log"), "2026-11-28 09:15:02.114 +0000\tInformation\n");
  const nothing = { encoding: null, lineEnd: null, first: null, last: null };
  expect(await logHeads(host, anonymizer(0))).toEqual([
    expect.objectContaining({ name: "Event.log", encoding: "utf8", first: [expect.stringContaining("Information")] }),
    { step: "log.Folder.log", name: "Folder.log", ...nothing, error: "EISDIR" },
    { step: "log.Gone.log", name: "Gone.log", ...nothing, error: "ENOENT" },
  ]);
});
