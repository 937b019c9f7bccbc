import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Clock } from "#shared/ports/clock.ts";
import type { Log } from "#shared/ports/log.ts";
import type { SandboxFolders } from "./sandbox-folder.ts";
import { endAfterGrace, type Supervised, supervise } from "./supervisor.ts";

/** The sandbox as a child process. It ends when we do. */
export interface SandboxProcess {
  readonly origin: string;
  /** Of its store for backups. Undefined: it has none. */
  readonly storeOrigin: string | undefined;
  /** From now on it is started again whenever it ends, at the addresses that it had. */
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

/** It has nothing to leave in order. */
const endMs = 1_000;
const program = fileURLToPath(new URL("../../sandbox/start.ts", import.meta.url));
/** Less memory is worth more to a demonstration than the last bit of speed. */
const sparing = "--max-semi-space-size=1";

/** Starts the stand-in for FileMaker Server, with its files and tools, and a store for backups, in folders where they are named, and waits until it answers. */
export async function startSandbox(folders?: SandboxFolders): Promise<SandboxProcess> {
  if (folders === undefined) return start([]);
  const { server, store } = folders;
  try {
    for (const folder of [server, store]) mkdirSync(folder, { recursive: true, mode: 0o700 });
    return await start(["--folder", server, "--store", store]);
  } catch {
    // What is wrong with the data folder is reported by the code that opens it, in a sentence of its own.
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

/** Resolves when it answers. */
async function startOnce(place: readonly string[], { port, adminPort, storePort }: Ports): Promise<ReadySandbox> {
  const ports = ["--port", String(port), "--admin-port", String(adminPort), "--store-port", String(storePort)];
  const words = [...ports, "--with-parent", ...place];
  const child = spawn(process.execPath, [sparing, program, ...words], {
    stdio: ["pipe", "pipe", "inherit"],
    // Out of reach of Ctrl-C, so that sessions can be logged out before it goes.
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
