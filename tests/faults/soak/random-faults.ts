import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Watched } from "../oracles/watched.ts";
import { descendant, descendants, isAlive, until } from "../support/latchkey.ts";

const agentProgram = "local-agent/start.ts";
const sandboxProgram = "sandbox/start.ts";
const lockingProgram = fileURLToPath(new URL("locks-store.ts", import.meta.url));

/** Faults of processes. Each is over when its promise resolves. */
export const randomFaults = {
  agentKilled: async (watched: Watched) => signalled(watched, agentProgram, "SIGKILL"),
  serverKilled: async (watched: Watched) => signalled(watched, sandboxProgram, "SIGKILL"),

  async serviceKilled(watched: Watched): Promise<void> {
    const own = watched.latchkey.child.pid ?? 0;
    const children = descendants(own);
    process.kill(own, "SIGKILL");
    // They detect automatically that their parent has ended.
    await until("agent and sandbox have ended too", () => [own, ...children].every((pid) => !isAlive(pid)), 60);
    await watched.startAgain();
  },

  serviceStopped: (watched: Watched, random: () => number) =>
    frozen(watched.latchkey.child.pid, (1 + 9 * random()) * 1_000),
  agentStopped: (watched: Watched, random: () => number) =>
    frozen(programOf(watched, agentProgram), (1 + 29 * random()) * 1_000),
  serverStopped: (watched: Watched, random: () => number) =>
    frozen(programOf(watched, sandboxProgram), (1 + 14 * random()) * 1_000),

  /** Locks the store's file in another program. */
  async storeLocked(watched: Watched, random: () => number): Promise<void> {
    const file = join(watched.latchkey.dataDir, "latchkey.sqlite");
    const seconds = 1 + 9 * random();
    const locking = spawn(process.execPath, [lockingProgram, file, `${seconds}`], { stdio: "ignore" });
    await once(locking, "close");
  },
};

function programOf({ latchkey }: Watched, program: string): number | undefined {
  return descendant(latchkey.child.pid ?? 0, program);
}

/** Sends a signal to a program if it is running: after its end, it is restarted with a pause. */
function signalled(watched: Watched, program: string, signal: NodeJS.Signals): void {
  const pid = programOf(watched, program);
  if (pid !== undefined && isAlive(pid)) process.kill(pid, signal);
}

async function frozen(pid: number | undefined, milliseconds: number): Promise<void> {
  if (pid === undefined || !isAlive(pid)) return;
  process.kill(pid, "SIGSTOP");
  await wait(milliseconds);
  if (isAlive(pid)) process.kill(pid, "SIGCONT");
}
