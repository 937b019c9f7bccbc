import { chmodSync, closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFileOf } from "../../../sandbox/fmserver/disk/hosted-file.ts";
import type { WorldInput } from "../../../sandbox/fmserver/world/schema.ts";
import type { Process } from "../../../shared/processes/contract.ts";
import { type AgentWishes, type AnAgent, anAgent } from "../../agent/support/an-agent.ts";
import { finalProcess } from "../../processes/support/final-process.ts";
import type { Answer } from "../../support/call.ts";
import type { House, HouseOptions } from "../../support/house.ts";
import { until } from "../../support/until.ts";

/** A house whose sandbox lies in a folder with files and tools, and an agent that works in it. */
export interface OperatingHouse {
  readonly home: House;
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
  spoil(name: string): void;
  statusOf(name: string): string | undefined;
  /** Starts an operation, and answers what came at once. */
  start(operation: string, json: unknown): Promise<Answer>;
  /** Starts an operation and waits for its end. */
  run(operation: string, json: unknown): Promise<Process>;
  /** How a process is at its end. */
  ended(id: number): Promise<Process>;
  /** Resolves when the service knows the end of every work, and the agent has forgotten them. */
  told(): Promise<void>;
  /** What works have left below the hosting folders. */
  leftovers(): readonly string[];
  /** The lines of a process's log, as text. */
  log(id: number): Promise<string>;
  /** Starts an agent on the same folders. */
  agent(wishes?: AgentWishes): Promise<AnAgent>;
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

/** `start` starts the house, so that whoever reads a test sees that it does. */
export async function anOperatingHouse(
  start: (sandbox: NonNullable<HouseOptions["sandbox"]>) => Promise<House>,
  world: WorldInput = filesNamed(["Contacts", "Orders", "Closed", "Closed too"]),
  wishes: AgentWishes | null = {},
): Promise<OperatingHouse> {
  const top = mkdtempSync(join(tmpdir(), "latchkey-operations-"));
  const folder = join(top, "FileMaker Server");
  const home = await start({ world, folder });
  const at = (...parts: string[]) => join(folder, ...parts);
  const file = (name: string) => at("Data", "Databases", `${name}.fmp12`);
  const agents: AnAgent[] = [];
  const agent = async (more: AgentWishes = {}) => {
    const one = await anAgent(home, { path: folder, folder: join(top, "agent") }, more);
    const stop = once(() => one.stop());
    agents.push({ ...one, stop });
    return { ...one, stop };
  };
  if (wishes !== null) await agent(wishes);
  const begin = (operation: string, json: unknown) => home.admin("POST", `/svc/api/fm-file/${operation}`, json);

  return {
    home,
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
    spoil(name) {
      const handle = openSync(file(name), "r+");
      writeSync(handle, "spoilt", 4_100);
      closeSync(handle);
    },
    statusOf: (name) => home.sandbox.world.database(name)?.status,
    start: begin,
    async run(operation, json) {
      const { status, body } = await begin(operation, json);
      if (status !== 200) throw new Error(`HTTP ${status} ${JSON.stringify(body)}`);
      return finalProcess(home, body.response.processId);
    },
    told: () => until(() => !readdirSync(join(top, "agent", "work")).some((name) => name.endsWith(".journal"))),
    ended: (id) => finalProcess(home, id),
    leftovers: () =>
      readdirSync(at("Data"), { recursive: true, encoding: "utf8" }).filter((name) => name.includes(".latchkey-work")),
    log: async (id) => (await home.admin("GET", `/svc/api/processes/${id}/log.txt`)).text,
    agent,
    async stop() {
      await Promise.all(agents.map((one) => one.stop()));
      await home.stop();
      rmSync(top, { recursive: true, force: true });
    },
  };
}

function once(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= stop();
    return stopped;
  };
}
