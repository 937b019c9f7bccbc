import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { getCompileCacheDir } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Log } from "#shared/ports/log.ts";
import { agentClient, agents } from "../../functions/agent/wiring.ts";
import type { LocalSettings } from "../../functions/settings/local.ts";
import type { Runtime } from "../runtime.ts";
import { type Supervised, supervise } from "./supervisor.ts";

interface AgentProcessOptions {
  readonly settings: LocalSettings;
  readonly runtime: Runtime;
  readonly serverPath: string;
  /** The address of the sandbox's store, where the sandbox is the server. */
  readonly sandboxStore: string | undefined;
}

const program = fileURLToPath(new URL("../../local-agent/start.ts", import.meta.url));
/** Long enough to leave a step in order; what is cut off, the journal knows. */
const endMs = 5_000;
const sparing = "--max-semi-space-size=1";
/** Otherwise the C library keeps a heap for each thread, and none of them gives back what it no longer uses. */
const oneHeap = { MALLOC_ARENA_MAX: "1" };

/** Keeps an agent running for FileMaker Server's folder on this machine. It ends when we do. */
export function startAgentProcess(options: AgentProcessOptions): Supervised {
  const { platform } = options.runtime;
  const { clock, log } = platform;
  return supervise({ name: "agent", start: () => startOnce(options), endMs, clock, log });
}

/** Starts the agent, and enrols it where the service does not know it. */
async function startOnce({ settings, runtime, serverPath, sandboxStore }: AgentProcessOptions): Promise<ChildProcess> {
  const { platform } = runtime;
  const folder = join(settings.DATA_DIR, "agent");
  const address = `${runtime.localUrl}/${settings.SERVICE_PREFIX}`;
  const isKnown = (await agentClient(platform).agentId()) === enrolledId(folder);
  const code = isKnown ? undefined : await agents(platform).createOwnCode();
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
      FMS_ADMIN_URL: settings.FMS_ADMIN_URL ?? settings.FMS_URL ?? platform.fileMakerOrigin,
      ...(settings.TLS_CERT_FILE !== undefined && { NODE_EXTRA_CA_CERTS: settings.TLS_CERT_FILE }),
    },
    // Out of reach of Ctrl-C: it is stopped in order.
    detached: process.platform !== "win32",
  });
  // It may be gone before it has read its code; what it says of that is in the log.
  child.stdin.on("error", () => undefined);
  if (code !== undefined) child.stdin.write(`${code}\n`);
  logLines(child.stderr, platform.log);
  return child;
}

/** The id in the identity of an agent of an earlier start. */
function enrolledId(folder: string): string {
  try {
    return String(JSON.parse(readFileSync(join(folder, "identity.json"), "utf8")).id);
  } catch {
    return "none"; // None was enrolled here, or what is left of it is of no use: another one is enrolled.
  }
}

function logLines(stream: NodeJS.ReadableStream, log: Log): void {
  createInterface({ input: stream }).on("line", (line) => log.info({ event: "agent", line }));
}
