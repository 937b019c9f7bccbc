import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { agentClientOf } from "./support/an-agent.ts";
import { anAgentProcess, atTheTimeOfTheMachine } from "./support/an-agent-process.ts";
import { fileExists } from "./support/until-file.ts";

const service = await testService();
await atTheTimeOfTheMachine(service);
const host = aHost();
afterAll(async () => {
  await service.stop();
  host.remove();
});

const runs = join(host.path, "runs");
const go = join(host.path, "go");
const seen = (file: string) => {
  try {
    return readFileSync(file, "utf8").trim().split("\n");
  } catch {
    return []; // No runs yet.
  }
};
const account = { user: "admin", pass: "admin-pass" };
const asked = () =>
  agentClientOf(service).request("fmsadmin.run", { run: { task: "list-files" }, ...account }, { deadlineMs: 600_000 });

/** Records its run, and outlives the agent until the file that it waits for exists. */
host.fmsadmin(`
  import { appendFileSync, existsSync } from "node:fs";
  process.stdout.on("error", () => undefined);
  appendFileSync(${JSON.stringify(runs)}, process.pid + "\\n");
  const look = setInterval(() => ${fileExists(go)} && process.exit(0), 5);`);

verifies(
  "agent:command:once",
  "a killed agent finds the program it had started, waits for it, and doesn't run it again",
  async () => {
    const first = await anAgentProcess(service, host);
    const outcome = asked().catch((thrown: unknown) => thrown);
    await until(() => seen(runs).length === 1);
    first.kill("SIGKILL");
    await first.ended();

    const second = await anAgentProcess(service, host);
    // Linked, and asked again: it answers other requests, but not this one while the program runs.
    expect(await agentClientOf(service).request("log.list", {}, { deadlineMs: 60_000 })).toBeDefined();
    const state = await Promise.race([outcome.then(() => "answered"), service.settle().then(() => "open")]);
    expect(state).toBe("open");
    writeFileSync(go, "");
    expect(await outcome).toMatchObject({
      error: "agent_refused",
      text: expect.stringContaining("restarted meanwhile"),
    });
    expect(seen(runs)).toHaveLength(1);
    second.kill("SIGTERM");
    await second.ended();
  },
);

verifies(
  "agent:command:once",
  "a request sent before the agent was killed, but not yet received, is run after its restart",
  async () => {
    host.fmsadmin(`
    import { appendFileSync } from "node:fs";
    appendFileSync(${JSON.stringify(runs)}, process.pid + "\\n");`);
    const before = seen(runs).length;
    const first = await anAgentProcess(service, host);
    first.kill("SIGSTOP");
    const outcome = asked();
    // Stored: from here on, the service can't lose the request.
    while ((await service.rows("agent-requests")).length === 0) await service.settle();
    first.kill("SIGKILL");
    await first.ended();
    const second = await anAgentProcess(service, host);
    expect(await outcome).toMatchObject({ exitCode: 0 });
    expect(seen(runs)).toHaveLength(before + 1);
    second.kill("SIGTERM");
    await second.ended();
  },
);

verifies(
  "agent:command:once",
  "an agent that was killed after the program ended doesn't run it again either",
  async () => {
    host.fmsadmin(`
    import { appendFileSync } from "node:fs";
    appendFileSync(${JSON.stringify(runs)}, process.pid + "\\n");
    process.kill(process.ppid, "SIGKILL");`);
    const before = seen(runs).length;
    const first = await anAgentProcess(service, host);
    const outcome = asked().catch((thrown: unknown) => thrown);
    await first.ended();
    const second = await anAgentProcess(service, host);
    expect(await outcome).toMatchObject({ error: "agent_refused" });
    expect(seen(runs)).toHaveLength(before + 1);
    second.kill("SIGTERM");
    await second.ended();
  },
);
