import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect } from "vitest";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { hostAt } from "../../local-agent/host.ts";
import { isProgramRunning, startMarkOf } from "../../local-agent/programs/running-program.ts";
import type { FileServer } from "../../local-agent/server/file-server.ts";
import { taskKinds } from "../../local-agent/tasks/task-kinds.ts";
import { type Worker, worker } from "../../local-agent/tasks/worker.ts";
import { flowingClock } from "../support/clocks/flowing-clock.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { untilFileExists } from "./support/until-file.ts";

const clock = flowingClock(Date.UTC(2026, 10, 20, 9, 0, 0));
const workers: Worker[] = [];
afterEach(() => Promise.all(workers.splice(0).map((one) => one.stop())));

/** Returns a worker for the journals that an earlier agent process has left in a folder. Only the test offers it tasks. */
function aWorker(folder: string): Worker {
  const one = worker({
    kinds: taskKinds,
    host: hostAt(folder),
    folder,
    clock,
    log: () => undefined,
    callouts: () => {
      throw new Error("Nothing is called here");
    },
    backupMs: 600_000,
    servers: (stopping) => () => aServerThatSaysNothing(stopping),
    send: () => undefined,
    watch: undefined,
  });
  workers.push(one);
  return one;
}

function aServerThatSaysNothing(stopping: AbortSignal): FileServer {
  const nothing = () =>
    new Promise<never>((_, reject) => stopping.addEventListener("abort", () => reject(stopping.reason)));
  return {
    ...{ files: nothing, additionalFolders: nothing, close: nothing, open: nothing },
    ...{ runScript: nothing, forgetScript: nothing, backUpOnce: nothing },
    ...{ containerFolders: nothing, backupSchedules: nothing, runSchedule: nothing },
  };
}

/** Creates what a killed agent process leaves: a journal, and a tool with a child process. */
async function leftBehind(folder: string) {
  const process = 7;
  const reported = join(folder, `pids ${process}`);
  const wait = untilFileExists(join(folder, "go"));
  const tool = spawn("sh", ["-c", `trap '' TERM; (${wait}) & echo "$$ $!" > '${reported}'; ${wait}`], {
    detached: true,
    stdio: "ignore",
  });
  await until(() => existsSync(reported) && readFileSync(reported, "utf8").endsWith("\n"));
  const pids = readFileSync(reported, "utf8").trim().split(" ").map(Number);
  const [pid = 0] = pids;
  const notes = [
    { note: "begun", work: "files.transform", files: [normalizedDatabaseName("Contacts")] },
    { note: "owned", fence: 3 },
    { note: "program", pid, startMark: startMarkOf(pid) },
  ];
  mkdirSync(join(folder, "work"), { recursive: true });
  writeFileSync(join(folder, "work", `${process}.journal`), notes.map((note) => `${JSON.stringify(note)}\n`).join(""));
  return { tool, marks: pids.map((one) => ({ pid: one, mark: startMarkOf(one) })) };
}

const offer = (process: number, file: string) => ({
  process,
  fence: 4,
  work: "files.check",
  fields: { server: { token: "t" }, force: false, message: "", files: [{ path: file }] },
  isAgain: false,
  isAbortRequested: false,
});

verifies(
  "agent:work:restart",
  "a leftover tool is ended with all its child processes, without any request",
  async () => {
    const folder = scratchFolder();
    const { tool, marks } = await leftBehind(folder);
    const ended = once(tool, "exit");
    expect(marks.map(({ pid, mark }) => isProgramRunning(pid, mark))).toEqual([true, true]);
    const next = aWorker(folder);
    expect(next.heldTasks()).toEqual([{ process: 7, fence: 3, isWaiting: true }]);
    expect((await ended)[1]).toBe("SIGKILL");
    await until(() => !marks.some(({ pid, mark }) => isProgramRunning(pid, mark)));
  },
);

verifies("agent:work:restart", "a process that has reused a dead tool's id isn't touched", async () => {
  const folder = scratchFolder();
  const { marks, tool } = await leftBehind(folder);
  const journal = join(folder, "work", "7.journal");
  const [{ mark } = { mark: "" }] = marks;
  writeFileSync(journal, readFileSync(journal, "utf8").replace(`"startMark":"${mark}"`, '"startMark":"1"'));
  const next = aWorker(folder);
  await next.stop();
  expect(marks.map((one) => isProgramRunning(one.pid, one.mark))).toEqual([true, true]);
  const ended = once(tool, "exit");
  writeFileSync(join(folder, "go"), "");
  expect((await ended)[1]).toBeNull();
});

verifies("agent:work:lost", "a task that was lost to another owner doesn't block others on its files", async () => {
  const folder = scratchFolder();
  mkdirSync(join(folder, "work"), { recursive: true });
  const begun = { note: "begun", work: "files.transform", files: [normalizedDatabaseName("Contacts")] };
  const notes = [begun, { note: "owned", fence: 3 }];
  writeFileSync(join(folder, "work", "7.journal"), notes.map((note) => `${JSON.stringify(note)}\n`).join(""));
  const next = aWorker(folder);
  expect(next.start(offer(8, "Contacts"))).toEqual({ state: "busy" });
  next.onHeartbeatReply([{ process: 7, fence: 3, standing: "lost" }]);
  expect(next.start(offer(8, "Contacts"))).toEqual({ state: "taken" });
  // If it is offered again after all, it waits for the other task.
  const again = { ...offer(7, "Contacts"), isAgain: true };
  expect(next.start(again)).toEqual({ state: "busy" });
});
