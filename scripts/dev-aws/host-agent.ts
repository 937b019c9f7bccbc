import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { endAfterGrace } from "../../local-runtime/processes/supervisor.ts";
import type { AdminCall } from "./admin-call.ts";

interface HostAgentOptions {
  /** Address of the service with its prefix. */
  readonly address: string;
  /** Calls the service as the sandbox's administrator. */
  readonly call: AdminCall;
  /** Folder of the agent's identity and journal. */
  readonly folder: string;
  readonly serverPath: string;
  /** Address of the sandbox's Admin API. */
  readonly adminAddress: string;
  readonly sandboxStore: string | undefined;
}

const program = fileURLToPath(new URL("../../local-agent/start.ts", import.meta.url));
const pollMs = 200;
/** Milliseconds that it has to end; all its data is thrown away. */
const endMs = 2_000;

/** Starts the agent of the sandbox's host, enrolls it, and waits until it is linked. It ends with this process. */
export async function startHostAgent(options: HostAgentOptions): Promise<{ stop(): Promise<void> }> {
  const { address, call, folder, serverPath, adminAddress, sandboxStore } = options;
  const { code } = await call<{ readonly code: string }>("POST", "/api/agents", { replace: true });
  const child = spawn(
    process.execPath,
    [
      ...["--max-semi-space-size=1", program, "run", "--with-parent"],
      ...["--folder", folder, "--server-path", serverPath, "--enrol-at", address],
      ...(sandboxStore === undefined ? [] : ["--sandbox-store", sandboxStore]),
    ],
    {
      stdio: ["pipe", "ignore", "pipe"],
      env: { PATH: process.env.PATH, FMS_ADMIN_URL: adminAddress },
      // Protected from Ctrl-C: we stop it in order.
      detached: process.platform !== "win32",
    },
  );
  const ended = once(child, "exit");
  let reported = "";
  createInterface({ input: child.stderr }).on("line", (line) => {
    reported += `${line}\n`;
    console.error(`agent: ${line}`);
  });
  child.stdin.on("error", () => undefined); // It may exit before it reads the code; its message about that is shown.
  child.stdin.write(`${code}\n`);
  const isLinked = async () => {
    const { agents } = await call<{ readonly agents: readonly { readonly state: string }[] }>("GET", "/api/agents");
    return agents.some(({ state }) => state === "linked");
  };
  while (!(await isLinked())) {
    if (child.exitCode !== null) throw new Error(`The agent ended before it was linked:\n${reported}`);
    await pause(pollMs);
  }
  return {
    async stop() {
      endAfterGrace(child, endMs);
      await ended;
    },
  };
}
