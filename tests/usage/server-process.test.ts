import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { hostAt } from "../../local-agent/host.ts";
import { inUnixList, inWindowsList, serverProcess } from "../../local-agent/statistics/server-process.ts";
import { aHost } from "../agent/support/a-host.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";

const host = aHost();
afterAll(() => host.remove());
const found = () => serverProcess(hostAt(host.path), turnableClock());

/** Starts a program with the Database Server's name and location. */
async function started() {
  const child = spawn(join(host.path, "Database Server", "bin", "fmserverd"), ["1000"]);
  await once(child, "spawn");
  return {
    id: child.pid,
    async end() {
      child.kill();
      await once(child, "exit");
    },
  };
}

verifies(
  "usage:statistics:started",
  "the Database Server's process is found by its program, and is a different one after a start",
  async () => {
    host.write("Database Server/bin/fmserverd", "");
    copyFileSync("/bin/sleep", join(host.path, "Database Server", "bin", "fmserverd"));
    chmodSync(join(host.path, "Database Server", "bin", "fmserverd"), 0o755);
    expect(await found()).toBeNull();
    const first = await started();
    const seen = await found();
    expect(seen).toMatch(new RegExp(`^${first.id} \\d+$`));
    expect(await found()).toBe(seen);
    // It doesn't belong to another FileMaker Server's folder.
    expect(await serverProcess(hostAt("/opt/FileMaker/FileMaker Server"), turnableClock())).toBeNull();
    await first.end();
    expect(await found()).toBeNull();
    const second = await started();
    expect(await found()).not.toBe(seen);
    await second.end();
  },
);

verifies("usage:statistics:started", "the process lists of macOS and Windows name it too", () => {
  const list = `    1 Fri Nov 20 08:00:00 2026     /sbin/launchd
  412 Fri Nov 20 08:01:07 2026     /Library/FileMaker Server/Database Server/bin/fmserver_helperd
  431 Fri Nov 20 08:01:09 2026     /Library/FileMaker Server/Database Server/bin/fmserverd
`;
  expect(inUnixList(list)).toBe("431 Fri Nov 20 08:01:09 2026");
  expect(inUnixList("    1 Fri Nov 20 08:00:00 2026     /sbin/launchd\n")).toBeNull();
  expect(inWindowsList('"fmserver.exe","2816","Services","0","412,004 K"\r\n')).toBe("2816");
  expect(inWindowsList("INFO: No tasks are running which match the specified criteria.\r\n")).toBeNull();
});
