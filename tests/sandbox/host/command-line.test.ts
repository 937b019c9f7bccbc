import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { latchkeyProcess } from "../../support/programs/latchkey-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { aFolder } from "./support/a-host.ts";

const run = promisify(execFile);
const LIST = ["-u", "admin", "-p", "admin-pass", "list", "files"];
const START = new URL("../../../sandbox/start.ts", import.meta.url).pathname;

test("the sandbox takes its folder on the command line, and its tools find it until it exits", async () => {
  const folder = aFolder();
  const child = spawn(process.execPath, [START, "--admin-port", "0", "--folder", folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  const fmsadmin = join(folder, "Database Server/bin/fmsadmin");
  const { stdout } = await run(fmsadmin, LIST);
  expect(stdout.trimEnd().split("\n")).toEqual(
    ["Contacts", "Orders", "Private"].map((name) => `filelinux:${folder}/Data/Databases/${name}.fmp12`),
  );
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  await expect(run(fmsadmin, LIST)).rejects.toMatchObject({ code: 6 });
  expect(existsSync(join(folder, "Logs/Event.log"))).toBe(true);
});

test("npm start keeps the sandbox's folder in its data", async () => {
  const data = join(scratchFolder(), "data");
  const service = await latchkeyProcess({ DATA_DIR: data });
  const { stdout } = await run(join(data, "sandbox/Database Server/bin/fmsadmin"), LIST);
  expect(stdout).toContain(`filelinux:${data}/sandbox/Data/Databases/Contacts.fmp12\n`);
  expect(await service.terminate()).toEqual({ code: 0, signal: null });
});
