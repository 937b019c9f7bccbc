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

/** A service whose sandbox lies in a folder with files and tools, and an agent that works in it. */
export interface FileOperationSetup {
  readonly service: TestService;
  readonly folder: string;
  /** Where agents keep their own. */
  readonly agentFolder: string;
  /** What FMDeveloperTool is from now on: a shell script that finds where its outcome goes in $target. */
  actTool(script: string): void;
  /** A path below the sandbox's folder. */
  at(...parts: string[]): string;
  /** A hosted file's path. */
  file(name: string): string;
  /** What lies on the disk there. */
  onDisk(name: string): ReturnType<typeof readFileOf>;
  /** Spoils what lies on the disk behind the first page of a closed file. */
  corrupt(name: string): void;
  statusOf(name: string): string | undefined;
  /** Starts an operation, and answers what came at once. */
  start(operation: string, json: unknown): Promise<Answer>;
  /** Starts an operation and waits for its end. */
  run(operation: string, json: unknown): Promise<Process>;
  /** How a process is at its end. */
  ended(id: number): Promise<Process>;
  /** Resolves when the service knows the end of every work, and the agent has forgotten them. */
  reported(): Promise<void>;
  /** What works have left below the hosting folders. */
  orphans(): readonly string[];
  /** The lines of a process's log, as text. */
  log(id: number): Promise<string>;
  /** Starts an agent on the same folders. */
  agent(wishes?: AgentOptions): Promise<AnAgent>;
  stop(): Promise<void>;
}

/** Files of these names, open but for those that are called Closed. */
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

/** `start` starts the service; a test passes it, so that a reader sees that it does. */
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
      writeFileSync(tool, `#!/bin/sh\n${target}\n${script}\n`);
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
