import { mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ProgramStart, startProgram } from "../machine/program.ts";
import { startCommand } from "../machine/start-command.ts";
import type { Use } from "../machine/with-resources.ts";
import { ranSeconds } from "./ran.ts";

/** Service with an agent and its own FileMaker Server, each a separate program. */
export interface ReleaseServer {
  /** Address that it listens on. */
  readonly origin: string;
  /** Address for the other servers of the bench. */
  readonly address: string;
  readonly servicePid: number;
  readonly agentPid: number;
  /** Returns a path in FileMaker Server's folder. */
  at(...parts: readonly string[]): string;
  /** Calls the API and returns the answer. @throws if it is refused */
  // biome-ignore lint/suspicious/noExplicitAny: An answer of the API, of which the bench reads various fields.
  call(method: string, path: string, json?: object): Promise<any>;
}

/** Hosted file of the server. */
interface HostedFile {
  readonly name: string;
  readonly status: "NORMAL" | "CLOSED";
  readonly sizeBytes: number;
}

interface ReleaseServerOptions {
  readonly name: string;
  readonly files: readonly HostedFile[];
  /** Result of `packagedAgent`. */
  readonly agentProgram: string;
}

/** Node option with which the service starts its helper programs. */
const beside = "--max-semi-space-size=1";
/** Environment in which the units run agent and service. */
const oneHeap = { MALLOC_ARENA_MAX: "1" };
export const account = { user: "Admin", password: "full-access-pass" };
const administrator = `Basic ${Buffer.from("admin:admin-pass").toString("base64")}`;

export async function releaseServer(
  use: Use,
  directory: string,
  { name, files, agentProgram }: ReleaseServerOptions,
): Promise<ReleaseServer> {
  const folder = join(directory, name);
  const server = join(folder, "server");
  mkdirSync(server, { recursive: true });
  await writeFile(join(folder, "world.json"), JSON.stringify(worldOf(name, files)));
  const run = (words: readonly string[], more: Pick<ProgramStart, "input" | "environment"> = {}) =>
    startProgram({
      command: process.execPath,
      args: words,
      core: undefined,
      ready: (line) => /(?:http:\/\/\S+|^linked)/.exec(line)?.[0],
      ...more,
    }).then(use);
  const world = ["--world", join(folder, "world.json"), "--folder", server, "--admin-port", "0"];
  const sandbox = await run([beside, pathOf("../../sandbox/start.ts"), ...world]);
  const { flags } = startCommand(pathOf("../../"));
  const service = await run([...flags, pathOf("service-program.mjs"), join(folder, "data"), sandbox.readiness], {
    environment: oneHeap,
  });
  const origin = service.readiness;

  const call: ReleaseServer["call"] = async (method, path, json) => {
    const answer = await fetch(`${origin}/svc/api/${path}`, {
      method,
      headers: { Authorization: administrator, "Content-Type": "application/json" },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${text}`);
    return JSON.parse(text).response;
  };
  const { code } = await call("POST", "agents", {});
  const places = [`${origin}/svc`, sandbox.readiness, join(folder, "agent"), server];
  const agent = await run([beside, agentProgram, ...places], { input: code, environment: oneHeap });
  return {
    origin,
    address: `http://${name}.example.test:${new URL(origin).port}`,
    servicePid: service.pid,
    agentPid: agent.pid,
    at: (...parts) => join(server, ...parts),
    call,
  };
}

/** Bundles the agent into one file, as on database hosts. */
export async function packagedAgent(directory: string): Promise<string> {
  const file = join(directory, "agent.mjs");
  const words = [pathOf("../../scripts/package-agent.ts"), file, pathOf("agent-program.ts")];
  await ranSeconds(process.execPath, words);
  return file;
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

function worldOf(name: string, files: readonly HostedFile[]): object {
  return {
    server: { name },
    admin: { accounts: [{ name: "admin", password: "admin-pass" }] },
    databases: files.map((file) => ({
      ...file,
      accounts: [{ name: account.user, password: account.password }],
      tables: [{ name: file.name, fields: [{ name: "name" }], records: [] }],
    })),
  };
}
