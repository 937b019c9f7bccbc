import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Clock } from "#shared/ports/clock.ts";
import type { Log } from "#shared/ports/log.ts";
import type { SandboxFolders } from "./sandbox-folder.ts";
import { endAfterGrace, type Supervised, supervise } from "./supervisor.ts";

/** The sandbox as a child process. It ends with this process. */
export interface SandboxProcess {
  readonly origin: string;
  /** Origin of the sandbox's store for backups. Undefined if it has none. */
  readonly storeOrigin: string | undefined;
  /** Starts it again whenever it ends, at the same addresses. */
  supervise(clock: Clock, log: Log): void;
  /** Resolves when it has ended. */
  stop(): Promise<void>;
}

interface Ports {
  readonly port: number;
  readonly adminPort: number;
  readonly storePort: number;
}

interface ReadySandbox {
  readonly child: ChildProcess;
  readonly origin: string;
  readonly storeOrigin: string | undefined;
  readonly ports: Ports;
}

/** Milliseconds; it has nothing to clean up. */
const endMs = 1_000;
const program = fileURLToPath(new URL("../../sandbox/start.ts", import.meta.url));
/** Option that saves memory, which is more important than speed for a demo. */
const sparing = "--max-semi-space-size=1";

/** Starts the stand-in for FileMaker Server with its files, tools and backup store (in `folders`, if given), and waits until it answers. */
export async function startSandbox(folders?: SandboxFolders): Promise<SandboxProcess> {
  if (folders === undefined) return start([]);
  const { server, store } = folders;
  try {
    for (const folder of [server, store]) mkdirSync(folder, { recursive: true, mode: 0o700 });
    return await start(["--folder", server, "--store", store]);
  } catch {
    // The code that opens the data folder reports problems with it in a sentence of its own.
    return start([]);
  }
}

async function start(place: readonly string[]): Promise<SandboxProcess> {
  const { child, origin, storeOrigin, ports } = await startOnce(place, { port: 0, adminPort: 0, storePort: 0 });
  const startAgain = async () => (await startOnce(place, ports)).child;
  let supervised: Supervised | undefined;
  return {
    origin,
    storeOrigin,
    supervise(clock, log) {
      supervised = supervise({ name: "sandbox", start: startAgain, running: child, endMs, clock, log });
    },
    async stop() {
      if (supervised !== undefined) return supervised.stop();
      if (child.exitCode !== null || child.signalCode !== null) return;
      endAfterGrace(child, endMs);
      await once(child, "exit");
    },
  };
}

const readyLine = /^sandbox ready at (\S+) \(Admin API also at ([^\s,)]+)(?:, store at ([^\s)]+))?\)/;

/** Resolves when the sandbox answers. */
async function startOnce(place: readonly string[], { port, adminPort, storePort }: Ports): Promise<ReadySandbox> {
  const ports = ["--port", String(port), "--admin-port", String(adminPort), "--store-port", String(storePort)];
  const words = [...ports, "--with-parent", ...place];
  const child = spawn(process.execPath, [sparing, program, ...words], {
    stdio: ["pipe", "pipe", "inherit"],
    // Protected from Ctrl-C, so that sessions can be logged out before it ends.
    detached: process.platform !== "win32",
  });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const [, origin = "", adminOrigin = "", storeOrigin] = readyLine.exec(line) ?? [];
    if (origin === "") continue;
    const known = { port: portOf(origin), adminPort: portOf(adminOrigin) };
    return { child, origin, storeOrigin, ports: { ...known, storePort: storeOrigin ? portOf(storeOrigin) : 0 } };
  }
  throw new Error("The sandbox ended before it was ready");
}

function portOf(origin: string): number {
  return Number(new URL(origin).port);
}
