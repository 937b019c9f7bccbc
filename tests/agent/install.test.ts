import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { hostAt } from "../../local-agent/host.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

const read = (name: string) => readFileSync(new URL(`../../install/${name}`, import.meta.url), "utf8");

/** Returns the settings of a systemd unit by name; if a name occurs several times, the last one counts. */
function unitOf(text: string): Readonly<Record<string, string>> {
  const lines = text.split("\n").filter((line) => /^[A-Z]\w+=/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

verifies("agent:install:least-rights", "on systemd", () => {
  const text = read("latchkey-agent.service");
  const unit = unitOf(text);
  expect(unit).toMatchObject({
    User: "latchkey-agent",
    Group: "fmsadmin",
    NoNewPrivileges: "yes",
    CapabilityBoundingSet: "",
    AmbientCapabilities: "",
    ProtectSystem: "strict",
    // Forbidden system calls fail normally; the agent isn't killed with a half-written file.
    SystemCallErrorNumber: "EPERM",
    // The programs that it has started continue without it.
    KillMode: "process",
  });
  expect(unit.Environment).toBe(`LATCHKEY_AGENT_FOLDER=/var/lib/${unit.StateDirectory}`);
  expect(unit.StateDirectoryMode).toBe("0700");
  // Paths are quoted: systemd allows no escapes in them.
  expect(unit.ReadWritePaths).toBe(`"${hostAt().serverPath}"`);
  expect(text).not.toContain("\\x20");
  expect(unit.ExecStart).toMatch(/^\S+\/node --max-semi-space-size=1 \S+\/latchkey-agent\.mjs run$/);
});

verifies("agent:install:least-rights", "on launchd", () => {
  const text = read("com.latchkey.agent.plist");
  const words = [...text.matchAll(/<(key|string|integer)>([^<]*)<\/\1>/g)].map(([, , word]) => word);
  const behind = (key: string) => words[words.indexOf(key) + 1];
  expect([behind("UserName"), behind("GroupName"), behind("Umask")]).toEqual(["fmserver", "fmsadmin", "7"]);
  expect(words.slice(words.indexOf("ProgramArguments") + 1).slice(0, 3)).toEqual([
    "/usr/local/latchkey-agent/node",
    "/usr/local/latchkey-agent/latchkey-agent.mjs",
    "run",
  ]);
  expect(text).toMatch(/<key>AbandonProcessGroup<\/key>\s*<true\/>/);
});

verifies("agent:install:least-rights", "on Windows", () => {
  const text = read("windows-task.ps1");
  expect(text).toContain("-UserId 'NT AUTHORITY\\LOCAL SERVICE' -LogonType ServiceAccount -RunLevel Limited");
  // No other account can access the agent's folder; of FileMaker Server's folders, the agent can access those that it works in.
  expect(text).toContain("icacls $state /inheritance:r");
  for (const root of Object.values(hostAt("C:/FMS").roots)) {
    const folder = root.replace("C:/FMS/", "").split("/")[0];
    expect(text, root).toMatch(new RegExp(`'${folder}'`));
  }
  expect(text).not.toMatch(/\*S-1-1-0|Everyone/);
});

verifies("agent:install:again", "on systemd, whose own check finds no fault in the unit if it is installed", () => {
  const text = read("latchkey-agent.service");
  expect(unitOf(text)).toMatchObject({ Restart: "always", RestartSec: "5", StartLimitIntervalSec: "0" });
  if (!existsSync("/usr/bin/systemd-analyze")) return;
  // The program isn't installed here; another one replaces it.
  const unit = join(scratchFolder(), "latchkey-agent.service");
  writeFileSync(unit, text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
  execFileSync("/usr/bin/systemd-analyze", ["verify", unit], { stdio: "pipe" });
});

verifies("runtime:unit:start", "on launchd, without a demo", () => {
  const text = read("com.latchkey.service.plist");
  const words = [...text.matchAll(/<(key|string|integer)>([^<]*)<\/\1>/g)].map(([, , word]) => word);
  const after = (key: string, count: number) => words.slice(words.indexOf(key) + 1).slice(0, count);
  expect(after("ProgramArguments", 2)).toEqual(["/usr/local/latchkey/latchkey", "start"]);
  // 63 is 077: no other account reads the data.
  expect([after("UserName", 1), after("Umask", 1)]).toEqual([["_latchkey"], ["63"]]);
  expect(words).toContain("FMS_URL");
  expect(text).toMatch(/<key>KeepAlive<\/key>\s*<true\/>/);
});

verifies("agent:install:again", "on launchd", () => {
  const text = read("com.latchkey.agent.plist");
  expect(text).toMatch(/<key>KeepAlive<\/key>\s*<true\/>/);
  expect(text).toMatch(/<key>RunAtLoad<\/key>\s*<true\/>/);
  expect(text).toMatch(/<key>ThrottleInterval<\/key>\s*<integer>5<\/integer>/);
});

verifies("agent:install:again", "on Windows", () => {
  const text = read("windows-task.ps1");
  expect(text).toContain("New-ScheduledTaskTrigger -AtStartup");
  expect(text).toContain("-RepetitionInterval (New-TimeSpan -Minutes 1)");
  expect(text).toMatch(/-RestartCount 999 .*-ExecutionTimeLimit \(\[TimeSpan\]::Zero\) -MultipleInstances IgnoreNew/);
  expect(text).toContain("-Trigger @($atStartup, $eachMinute)");
});
