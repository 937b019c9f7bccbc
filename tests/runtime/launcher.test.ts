import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { launcherCommands } from "../../scripts/release/launcher-commands.ts";
import { launcher } from "../../scripts/release/launchers.ts";
import { platforms } from "../../scripts/release/platforms.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

/** Lays out the launcher with a program that prints what it is run with, instead of Node. */
function laidOut() {
  const home = scratchFolder();
  const [platform] = platforms.filter(({ name }) => name === "linux-x64");
  if (platform === undefined) throw new Error("no platform");
  const node = join(home, "node", platform.program);
  mkdirSync(dirname(node), { recursive: true });
  writeFileSync(node, '#!/bin/sh\necho "$@"; echo "DATA_DIR=$DATA_DIR"\n');
  writeFileSync(join(home, "package.json"), '{\n  "version": "1.2.3",\n  "name": "latchkey"\n}\n');
  const { name, text } = launcher(platform);
  writeFileSync(join(home, name), text);
  for (const program of [node, join(home, name)]) chmodSync(program, 0o755);
  for (const program of [
    "program/backup.mjs",
    "program/check-data.mjs",
    "host/latchkey-agent.mjs",
    "local-runtime/start.mjs",
  ]) {
    mkdirSync(dirname(join(home, program)), { recursive: true });
    writeFileSync(join(home, program), "");
  }
  cpSync(fileURLToPath(new URL("../../install", import.meta.url)), join(home, "install"), { recursive: true });
  const cwd = scratchFolder();
  const run = (...words: readonly string[]) =>
    spawnSync(join(home, name), words, { cwd, encoding: "utf8", env: { PATH: process.env.PATH, DATA_DIR: "/here" } });
  return { home, run, files: () => readdirSync(cwd) };
}

verifies("runtime:launcher:help", () => {
  const { run, files } = laidOut();
  const { status, stdout } = run("help");
  expect(status).toBe(0);
  for (const { name, usage } of launcherCommands) {
    expect(stdout).toContain(`  ${usage}`);
    const help = run(...name.split(" "), "--help");
    expect([help.status, help.stderr]).toEqual([0, ""]);
    expect(help.stdout.split("\n")[0]).toBe(`Usage: latchkey ${usage}`);
    expect(help.stdout).toContain("Exit codes: 0 ");
  }
  expect(run("--help").stdout).toBe(stdout);
  expect(files()).toEqual([]);
});

verifies("runtime:launcher:help", "unknown commands and arguments exit with 2", () => {
  const { run, files } = laidOut();
  for (const words of [
    ["stat"],
    ["start", "--prot"],
    ["check-data", "x"],
    ["agent"],
    ["agent", "start"],
    ["logs", "-z"],
  ])
    expect([words, run(...words).status, run(...words).stdout]).toEqual([words, 2, ""]);
  expect(files()).toEqual([]);
});

verifies("runtime:launcher:commands", () => {
  const { home, run } = laidOut();
  expect(run("version").stdout).toBe("1.2.3\n");
  expect(run("backup", "a b", "--master-key", "c").stdout).toBe(
    `${home}/program/backup.mjs a b --master-key c\nDATA_DIR=/here\n`,
  );
  expect(run("agent", "enroll", "https://a.example/svc").stdout).toContain(
    "host/latchkey-agent.mjs enroll https://a.example/svc",
  );
  expect(run().stdout).toContain("--max-semi-space-size=4");
});

verifies("runtime:launcher:commands", "the log of errors of a service without errors isn't a problem", () => {
  const { home, run } = laidOut();
  const logs = join(home, "data/logs");
  mkdirSync(logs, { recursive: true });
  writeFileSync(join(logs, "svc-info.log"), "a line\n");
  const shown = (...words: readonly string[]) =>
    spawnSync(join(home, "latchkey"), ["logs", ...words], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, DATA_DIR: join(home, "data") },
    });
  expect([shown("--errors").status, shown("--errors").stderr]).toEqual([0, "Nothing was logged yet.\n"]);
  expect(shown().stdout).toBe("a line\n");
  expect(run("logs").status).toBe(1);
});

verifies("runtime:launcher:commands", "a command whose package isn't installed names the package", () => {
  const { home, run } = laidOut();
  rmSync(join(home, "host"), { recursive: true });
  for (const [words, name] of [
    [["agent", "run"], "latchkey-agent"],
    [["agent", "enroll", "https://a.example/svc"], "latchkey-agent"],
    [["sign-in-code"], "latchkey"],
  ] as const) {
    const { status, stderr } = run(...words);
    expect([status, stderr]).toEqual([1, expect.stringMatching(`is missing. Install the package ${name}\\.\\n$`)]);
  }
});

verifies("runtime:launcher:commands", "every program that a command runs is in the archive", () => {
  const bundled = readFileSync(new URL("../../scripts/release/bundled-program.ts", import.meta.url), "utf8");
  for (const { name, place } of launcherCommands)
    for (const [, file = ""] of (place ?? "").matchAll(/program\/(\S+)/g))
      expect([name, bundled.includes(`"${file}"`)]).toEqual([name, true]);
  for (const { name, place } of launcherCommands)
    expect([name, place ?? ""]).toEqual([name, expect.not.stringMatching(/\.ts$/)]);
});
