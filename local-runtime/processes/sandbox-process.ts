import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The sandbox as a child process. It goes when we go. */
export interface SandboxProcess {
  readonly origin: string;
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL("../../sandbox/start.ts", import.meta.url));
/** Less memory is worth more to a demonstration than the last bit of speed. */
const sparing = "--max-semi-space-size=1";

/** Starts the stand-in for FileMaker Server, with its files and tools in a folder where one is named, and waits until it answers. */
export async function startSandbox(folder?: string): Promise<SandboxProcess> {
  if (folder === undefined) return start([]);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return await start(["--folder", folder]);
  } catch {
    // What is wrong with the data folder is reported by the code that opens it, in a sentence of its own.
    return start([]);
  }
}

async function start(place: readonly string[]): Promise<SandboxProcess> {
  const words = [sparing, program, "--port", "0", "--admin-port", "0", "--with-parent", ...place];
  const child = spawn(process.execPath, words, {
    stdio: ["pipe", "pipe", "inherit"],
    // Out of reach of Ctrl-C, so that sessions can be logged out before it goes.
    detached: process.platform !== "win32",
  });
  const origin = await readyOrigin(child);
  return {
    origin,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

async function readyOrigin(child: ChildProcess & { readonly stdout: NodeJS.ReadableStream }): Promise<string> {
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const ready = /^sandbox ready at (\S+)/.exec(line);
    if (ready?.[1] !== undefined) return ready[1];
  }
  throw new Error("The sandbox ended before it was ready");
}
