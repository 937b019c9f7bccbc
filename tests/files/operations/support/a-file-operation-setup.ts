import { chmodSync, closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Process } from "#shared/processes/contract.ts";
import { readFileOf } from "../../../../sandbox/fmserver/disk/hosted-file.ts";
import type { WorldInput } from "../../../../sandbox/fmserver/world/schema/world-schema.ts";
import { type AgentOptions, type AnAgent, anAgent } from "../../../agent/support/an-agent.ts";
import { finalProcess } from "../../../processes/support/final-process.ts";
import type { Answer } from "../../../support/http/call.ts";
import { adminAccount, type TestService, type TestServiceOptions } from "../../../support/test-service.ts";
import { until } from "../../../support/until.ts";

/** Service whose sandbox has a folder with files and tools, and an agent for it. */
export interface FileOperationSetup {
  readonly service: TestService;
  readonly folder: string;
  /** Folder of the agents' own data. */
  readonly agentFolder: string;
  /** Replaces FMDeveloperTool with a shell script, which finds the path for its output in $target. It isn't run for a test on a copy. */
  actTool(script: string): void;
  /** Returns a path in the sandbox's folder. */
  at(...parts: string[]): string;
  /** Returns a hosted file's path. */
  file(name: string): string;
  /** Returns the content of a hosted file on disk. */
  onDisk(name: string): ReturnType<typeof readFileOf>;
  /** Damages a closed file on disk after its first page. */
  corrupt(name: string): void;
  statusOf(name: string): string | undefined;
  /** Starts an operation, and returns the immediate response. */
  start(operation: string, json: unknown): Promise<Answer>;
  /** Starts an operation and waits for its end. */
  run(operation: string, json: unknown): Promise<Process>;
  /** Returns a process after its end. */
  ended(id: number): Promise<Process>;
  /** Resolves when the service knows the result of every task, and the agent has deleted its notes of them. */
  reported(): Promise<void>;
  /** Returns files that tasks have left in the hosting folders. */
  orphans(): readonly string[];
  /** Returns the lines of a process's log as text. */
  log(id: number): Promise<string>;
  /** Starts an agent on the same folders. */
  agent(wishes?: AgentOptions): Promise<AnAgent>;
  stop(): Promise<void>;
}

/** Returns files with these names, all open except those named Closed. */
export function filesNamed(names: readonly string[]): WorldInput {
  return {
    server: { name: "Files" },
    admin: { accounts: [{ name: "admin", password: "admin-pass" }], openMilliseconds: 0 },
    databases: names.map((name) => ({
      name,
      ...(name.startsWith("Closed") && { status: "CLOSED" as const }),
      accounts: [{ name: "Admin", password: "full-access-pass" }],
    })),
  };
}

export const opener = { username: "Admin", password: "full-access-pass" };

/** Creates the setup. `start` starts the service; the test passes it, so that readers see that a service is started. */
export async function aFileOperationSetup(
  start: (sandbox: NonNullable<TestServiceOptions["sandbox"]>) => Promise<TestService>,
  world: WorldInput = filesNamed(["Contacts", "Orders", "Closed", "Closed too"]),
  agentOptions: AgentOptions | null = {},
): Promise<FileOperationSetup> {
  const top = mkdtempSync(join(tmpdir(), "latchkey-operations-"));
  const folder = join(top, "FileMaker Server");
  const service = await start({ world, folder });
  const at = (...parts: string[]) => join(folder, ...parts);
  const file = (name: string) => at("Data", "Databases", `${name}.fmp12`);
  const agents: AnAgent[] = [];
  const agent = async (more: AgentOptions = {}) => {
    const one = await anAgent(service, { path: folder, folder: join(top, "agent") }, more);
    const stop = memoized(() => one.stop());
    agents.push({ ...one, stop });
    return { ...one, stop };
  };
  if (agentOptions !== null) await agent(agentOptions);
  const headers = { Authorization: adminAccount, Prefer: "respond-async" };
  const begin = (operation: string, json: unknown) =>
    service.raw("POST", `/svc/api/fm-file/${operation}`, { headers, json });

  return {
    service,
    folder,
    agentFolder: join(top, "agent"),
    actTool(script) {
      const tool = at("Database Server", "bin", "FMDeveloperTool");
      const target = 'target=""; last=""; for word; do [ "$last" = -t ] && target="$word"; last="$word"; done';
      const trial = 'case "$target" in */trial/*) : >"$target"; exit ;; esac';
      writeFileSync(tool, `#!/bin/sh\n${target}\n${trial}\n${script}\n`);
      chmodSync(tool, 0o755);
    },
    at,
    file,
    onDisk: (name) => readFileOf(file(name)),
    corrupt(name) {
      const handle = openSync(file(name), "r+");
      writeSync(handle, "spoilt", 4_100);
      closeSync(handle);
    },
    statusOf: (name) => service.sandbox.world.database(name)?.status,
    start: begin,
    async run(operation, json) {
      const { status, body } = await begin(operation, json);
      if (status !== 200) throw new Error(`HTTP ${status} ${JSON.stringify(body)}`);
      return finalProcess(service, body.response.processId);
    },
    reported: () => until(() => !readdirSync(join(top, "agent", "work")).some((name) => name.endsWith(".journal"))),
    ended: (id) => finalProcess(service, id),
    orphans: () =>
      readdirSync(at("Data"), { recursive: true, encoding: "utf8" }).filter((name) => name.includes(".latchkey-work")),
    log: async (id) => (await service.admin("GET", `/svc/api/processes/${id}/log.txt`)).text,
    agent,
    async stop() {
      await Promise.all(agents.map((one) => one.stop()));
      await service.stop();
      rmSync(top, { recursive: true, force: true });
    },
  };
}

function memoized(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= stop();
    return stopped;
  };
}
