import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { startOf } from "../../bench/machine/process-reading.ts";
import { until } from "../support/until.ts";
import { trialEnds } from "./support/trial-ends.ts";

const support = new URL("support/", import.meta.url);

/** Program with a folder and a child process; a cleanup step before the child's fails. */
const run = `
  import { spawn } from "node:child_process";
  import { endAtSignals, trialEnds } from "${support}trial-ends.ts";
  endAtSignals();
  const ends = trialEnds("interrupted");
  const program = spawn(process.execPath, ["-e", "setInterval(() => {}, 1_000)"]);
  ends.atEnd(() => void program.kill("SIGKILL"));
  ends.atEnd(() => Promise.reject(new Error("It was gone already")));
  console.log(JSON.stringify({ folder: ends.folder, pid: program.pid }));
`;

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("a fault run that receives %s leaves no process and no folder", async (signal, code) => {
  const faults = spawn(process.execPath, ["--input-type=module", "-e", run], { stdio: ["ignore", "pipe", "pipe"] });
  const [line] = await once(createInterface({ input: faults.stdout }), "line");
  const { folder, pid }: { folder: string; pid: number } = JSON.parse(line);
  expect([existsSync(folder), startOf(pid) !== ""]).toEqual([true, true]);
  const ended = once(faults, "close");
  faults.kill(signal);
  expect(await ended).toEqual([code, null]);
  expect(existsSync(folder)).toBe(false);
  await until(() => startOf(pid) === "");
});

test("cleanup runs in reverse order, and a folder is kept on request", async () => {
  const order: string[] = [];
  const ends = trialEnds("left");
  ends.atEnd(() => void order.push("first"));
  ends.atEnd(async () => void order.push("second"));
  await Promise.all([ends.end({ leavesFolder: true }), ends.end()]);
  expect(order).toEqual(["second", "first"]);
  expect(existsSync(ends.folder)).toBe(true);
  rmSync(ends.folder, { recursive: true });
  const again = trialEnds("left");
  await again.end();
  expect(existsSync(again.folder)).toBe(false);
});
