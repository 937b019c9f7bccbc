import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { getCompileCacheDir } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Log } from "#shared/ports/log.ts";
import { agentsOn } from "../../functions/agent/agent.ts";
import type { LocalSettings } from "../../functions/settings/local.ts";
import { usesSystemCa } from "../../functions/settings/of-starter.ts";
import { agentClient } from "../../functions/wiring/work.ts";
import type { Runtime } from "../runtime.ts";
import { type Supervised, supervise } from "./supervisor.ts";

interface AgentProcessOptions {
  readonly settings: LocalSettings;
  readonly runtime: Runtime;
  readonly serverPath: string;
  /** True for a demo, whose agent replaces every other one. */
  readonly isDemo: boolean;
  /** Address of the sandbox's store, if the sandbox is the server. */
  readonly sandboxStore: string | undefined;
}

const program = fileURLToPath(new URL("../../local-agent/start.ts", import.meta.url));
/** Milliseconds until it is killed: long enough to finish a step; the journal records interrupted ones. */
const endMs = 5_000;
const sparing = "--max-semi-space-size=1";
/** Otherwise the C library keeps a heap per thread and returns no unused memory. */
const oneHeap = { MALLOC_ARENA_MAX: "1" };

/**
 * Keeps an agent running for FileMaker Server's folder on this machine. The agent ends with this process. Returns undefined if an agent of
 * another installation is enrolled, which only an administrator can replace.
 */
export async function startAgentProcess(options: AgentProcessOptions): Promise<Supervised | undefined> {
  const { platform } = options.runtime;
  const { clock, log } = platform;
  if (await isEnrolledElsewhere(options)) {
    log.error({ event: "agent_not_started", reason: enrolledElsewhere });
    console.error(enrolledElsewhere);
    return undefined;
  }
  return supervise({ name: "agent", start: () => startOnce(options), endMs, clock, log });
}

const enrolledElsewhere =
  "FMS_SERVER_PATH is set, but another agent is enrolled, so Latchkey doesn't start its own. Remove FMS_SERVER_PATH from the settings, or revoke the enrolled agent (Settings, Agent in the console) and restart Latchkey.";

async function isEnrolledElsewhere({ settings, runtime, isDemo }: AgentProcessOptions): Promise<boolean> {
  const { platform } = runtime;
  const active = await agentClient(platform).agentId();
  if (isDemo || active === undefined || active === enrolledId(folderOf(settings))) return false;
  return !(await agentsOn(platform).isOwnAgent(active));
}

function folderOf({ DATA_DIR }: Pick<LocalSettings, "DATA_DIR">): string {
  return join(DATA_DIR, "agent");
}

/** Starts the agent, and enrolls it if the service doesn't know it. */
async function startOnce({
  settings,
  runtime,
  serverPath,
  isDemo,
  sandboxStore,
}: AgentProcessOptions): Promise<ChildProcess> {
  const { platform } = runtime;
  const folder = folderOf(settings);
  const address = `${runtime.localUrl}/${settings.SERVICE_PREFIX}`;
  const isKnown = (await agentClient(platform).agentId()) === enrolledId(folder);
  const code = isKnown ? undefined : await agentsOn(platform).createOwnCode({ replacesOthers: isDemo });
  const words = [
    ...["run", "--with-parent", "--folder", folder, "--server-path", serverPath],
    ...["--link-address", `${address.replace(/^http/, "ws")}/agent`],
    ...(code === undefined ? [] : ["--enrol-at", address]),
    ...(sandboxStore === undefined ? [] : ["--sandbox-store", sandboxStore]),
  ];
  const compiled = getCompileCacheDir();
  const child = spawn(process.execPath, [sparing, program, ...words], {
    stdio: ["pipe", "ignore", "pipe"],
    env: {
      ...oneHeap,
      ...(compiled !== undefined && { NODE_COMPILE_CACHE: dirname(compiled) }),
      FMSADMIN_TIMEOUT_IN_SEC: String(settings.FMSADMIN_TIMEOUT_IN_SEC),
      BACKUP_FILE_TIMEOUT_IN_SEC: String(settings.BACKUP_FILE_TIMEOUT_IN_SEC),
      FMS_ADMIN_URL: settings.FMS_ADMIN_URL ?? (isDemo ? platform.fileMakerOrigin : localAdminApi),
      ...(settings.FM_TOOLS_PATH !== undefined && { FM_TOOLS_PATH: settings.FM_TOOLS_PATH }),
      ...trustOf(settings),
    },
    // Protected from Ctrl-C: we stop it in order.
    detached: process.platform !== "win32",
  });
  // It may exit before it reads the code; its message about that is in the log.
  child.stdin.on("error", () => undefined);
  if (code !== undefined) child.stdin.write(`${code}\n`);
  logLines(child.stderr, platform.log);
  return child;
}

/** Address at which FileMaker Server's Admin API responds on its own machine, without TLS. */
const localAdminApi = "http://127.0.0.1:16001";

/** Returns the variables with which the agent trusts what the service trusts, and the service's own certificate. */
function trustOf({ FMS_CA_FILE, FMS_CERT_SHA256, TLS_CERT_FILE }: LocalSettings): Readonly<Record<string, string>> {
  return {
    ...(usesSystemCa !== undefined && { NODE_USE_SYSTEM_CA: usesSystemCa }),
    ...(FMS_CA_FILE !== undefined && { FMS_CA_FILE }),
    ...(FMS_CERT_SHA256 !== undefined && { FMS_CERT_SHA256 }),
    ...(TLS_CERT_FILE !== undefined && { NODE_EXTRA_CA_CERTS: TLS_CERT_FILE }),
  };
}

/** Returns the ID of an agent that an earlier start enrolled. */
function enrolledId(folder: string): string {
  try {
    return String(JSON.parse(readFileSync(join(folder, "identity.json"), "utf8")).id);
  } catch {
    return "none"; // None was enrolled here, or its identity is unusable: a new one is enrolled.
  }
}

function logLines(stream: NodeJS.ReadableStream, log: Log): void {
  createInterface({ input: stream }).on("line", (line) => {
    // The agent logs JSON. Anything else says why it failed.
    if (line.startsWith("{")) log.info({ event: "agent", line });
    else log.error({ event: "agent", line });
  });
}
