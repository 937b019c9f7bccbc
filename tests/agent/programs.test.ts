import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { keptBytes, runProgram } from "../../local-agent/programs/run-program.ts";
import { isProgramRunning, startMarkOf } from "../../local-agent/programs/running-program.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { agentClientOf, anAgent } from "./support/an-agent.ts";

const service = await testService();
const host = aHost();
const agent = await anAgent(service, host);
afterAll(async () => {
  await agent.stop();
  await service.stop();
  host.remove();
});

const account = { user: "admin", pass: "canary-of-fmsadmin" };
const reported = join(host.path, "reported.json");
const read = () => JSON.parse(readFileSync(reported, "utf8"));
const isReported = () => {
  try {
    read();
    return true;
  } catch {
    return false; // Missing or incomplete.
  }
};
type Task = { readonly task: string } & Readonly<Record<string, unknown>>;
const run = (task: Task) =>
  agentClientOf(service).request(
    "fmsadmin.run",
    { run: task as { task: "version" }, ...account },
    { deadlineMs: 600_000 },
  );

/** Reports the arguments it was started with and the input that it reads. */
const reporting = `
  import { writeFileSync, readFileSync } from "node:fs";
  const input = readFileSync(0, "utf8");
  const { argv, env } = process;
  writeFileSync(${JSON.stringify(reported)}, JSON.stringify({ args: argv.slice(2), env, input, cwd: process.cwd() }));
  console.log("asked with", input.split("\\n")[1]);`;

verifies("agent:command:argv", async () => {
  host.fmsadmin(reporting);
  const names = ["Contacts.fmp12", "$(touch x); echo 'y'.fmp12"];
  const ended = await run({ task: "close", files: names, graceSeconds: 0, isForced: true });
  expect(ended).toMatchObject({ exitCode: 0, timedOut: false, killed: false, isCut: false });
  const { args, env, input, cwd } = read();
  expect(args).toEqual(["close", "-y", "-t", "0", "-f", ...names]);
  expect(input).toBe(`${account.user}\n${account.pass}\n`);
  expect(cwd).toBe(host.path);
  expect(Object.keys(env).filter((name) => !["PATH", "LANG", "PWD", "SHLVL", "_", "OLDPWD"].includes(name))).toEqual(
    [],
  );
});

verifies("agent:command:argv", "a password that a program prints doesn't leave the host", async () => {
  host.fmsadmin(reporting);
  const { output } = await run({ task: "list-files" });
  expect(output).toBe("asked with …\n");
  expect(await service.logs()).not.toContain(account.pass);
});

verifies("agent:command:known", "a program's error number is an answer", async () => {
  host.fmsadmin(`console.log("Error: 10904 (No applicable files for this operation)"); process.exitCode = 152;`);
  const ended = await run({ task: "open", files: ["Gone.fmp12"] });
  expect(ended).toMatchObject({ exitCode: 152, timedOut: false });
  expect(ended.output).toContain("10904");
});

verifies("agent:fmsadmin:timeout", async () => {
  rmSync(reported, { force: true });
  host.fmsadmin(`${reporting} setInterval(() => undefined, 1000);`);
  const running = run({ task: "version" });
  await until(isReported);
  await service.turn(20_000);
  expect(await running).toMatchObject({ exitCode: null, timedOut: true, killed: false });
});

verifies(
  "agent:fmsadmin:timeout",
  "a program that ignores the request is killed after five more seconds, with all its child processes",
  async () => {
    const child = join(host.path, "child.pid");
    host.fmsadmin(`
    import { spawn } from "node:child_process";
    import { writeFileSync } from "node:fs";
    process.on("SIGTERM", () => undefined);
    const deaf = 'process.on("SIGTERM", () => undefined); setInterval(() => undefined, 1000)';
    const child = spawn(process.execPath, ["-e", deaf], { stdio: "ignore" });
    writeFileSync(${JSON.stringify(child)}, String(child.pid));
    setInterval(() => undefined, 1000);`);
    const running = run({ task: "version" });
    const pid = () => {
      try {
        return Number(readFileSync(child, "utf8"));
      } catch {
        return 0; // Not started yet.
      }
    };
    await until(() => pid() > 0);
    const mark = startMarkOf(pid());
    await service.turn(20_000);
    await service.turn(5_000);
    expect(await running).toMatchObject({ exitCode: null, timedOut: true, killed: true });
    await until(() => !isProgramRunning(pid(), mark));
  },
);

verifies("agent:fmsadmin:output", async () => {
  host.fmsadmin(`
    const line = "x".repeat(1023) + "\\n";
    let left = 300 * 1024;
    const more = () => {
      while (left > 0) {
        left -= 1;
        if (!process.stdout.write(line)) return process.stdout.once("drain", more);
      }
      process.stdout.write("the end\\n", () => process.exit(255));
    };
    more();`);
  const before = process.memoryUsage().rss;
  const ended = await run({ task: "list-files" });
  expect(ended).toMatchObject({ exitCode: 255, isCut: true });
  expect(ended.output.endsWith("x\nthe end\n")).toBe(true);
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
});

verifies("agent:fmsadmin:output", "a truncated line is dropped: half a password couldn't be recognized", async () => {
  const secret = "canary-of-a-cut";
  const filler = keptBytes - secret.length + "canary-".length - "\n\nlast\n".length;
  const script = `process.stdout.write("${secret}\\n" + "y".repeat(${filler}) + "\\nlast\\n")`;
  const program = { file: process.execPath, args: ["-e", script], cwd: host.path, input: "", timeoutMs: 600_000 };
  const { output, isCut } = await runProgram(program, service.clock);
  expect(isCut).toBe(true);
  expect([output.length, output.slice(0, 3), output.slice(-7)]).toEqual([filler + 6, "yyy", "y\nlast\n"]);
  const oneLine = { ...program, args: ["-e", `process.stdout.write("${secret}" + "y".repeat(${keptBytes - 7}))`] };
  expect(await runProgram(oneLine, service.clock)).toMatchObject({ output: "", isCut: true });
});

verifies("agent:fmsadmin:timeout-setting", async () => {
  const other = aHost();
  rmSync(reported, { force: true });
  other.fmsadmin(`${reporting} setInterval(() => undefined, 1000);`);
  const patient = await anAgent(service, other, { fmsadminMs: 90_000 });
  const running = run({ task: "version" });
  await until(isReported);
  for (let quarter = 0; quarter < 4; quarter += 1) {
    await service.turn(15_000);
    // If it had been asked to end, it would have ended by now. The agent's heartbeat precedes this answer.
    expect(await agentClientOf(service).request("log.list", {}, { deadlineMs: 600_000 })).toBeDefined();
  }
  await service.turn(30_000);
  const ended = await running;
  expect(ended.timedOut).toBe(true);
  expect(ended.durationMs).toBeGreaterThanOrEqual(90_000);
  await patient.stop();
  other.remove();
});
