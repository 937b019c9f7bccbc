import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { nodeFolder } from "../../scripts/release/node-program.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
const text = read("install/latchkey.service");
const valuesOf = (name: string) => [...text.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value]) => value);

verifies("runtime:unit:start", () => {
  const [command] = valuesOf("ExecStart");
  const words = command?.split(" ").slice(1).join(" ");
  expect(`node ${words} demo-or-server`).toBe(JSON.parse(read("package.json")).scripts.start);
  expect(command?.split(" ")[0]).toBe(`/opt/latchkey/${nodeFolder}/bin/node`);
  expect([valuesOf("Restart"), valuesOf("StartLimitIntervalSec")]).toEqual([["always"], ["0"]]);
});

verifies("runtime:unit:failed-start", "wrong settings aren't tried again", () => {
  expect([valuesOf("Type"), valuesOf("RestartPreventExitStatus")]).toEqual([["exec"], ["78"]]);
  expect(valuesOf("ExecStartPost")[0]).toMatch(/\/latchkey health --wait$/);
});

verifies("runtime:unit:start", "systemd finds no fault in it, if it is installed", () => {
  if (!existsSync("/usr/bin/systemd-analyze")) return;
  const unit = join(scratchFolder(), "latchkey.service");
  // Neither the program nor the folder is installed here; others replace them.
  writeFileSync(
    unit,
    text
      .replace(/^(ExecStart(?:Post)?)=\S+/gm, `$1=${process.execPath}`)
      .replace(/^WorkingDirectory=.*/m, "WorkingDirectory=/"),
  );
  execFileSync("/usr/bin/systemd-analyze", ["verify", unit], { stdio: "pipe" });
});

verifies("runtime:unit:least-rights", () => {
  expect(valuesOf("User")).toEqual(["latchkey"]);
  expect([valuesOf("NoNewPrivileges"), valuesOf("ProtectSystem")]).toEqual([["yes"], ["strict"]]);
  // It writes only to the folders that systemd provides, which no other account can access.
  const folders = valuesOf("Environment").filter((value) => /=\//.test(value ?? ""));
  for (const folder of folders) expect(folder).toMatch(/=\/var\/(lib|cache)\/latchkey(\/|$)/);
  expect([valuesOf("StateDirectoryMode"), valuesOf("CacheDirectoryMode")]).toEqual([["0700"], ["0700"]]);
});
