import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Caller } from "./caller.ts";
import { SmokeFailure } from "./smoke-failure.ts";

const program = fileURLToPath(new URL("../../local-agent/start.ts", import.meta.url));

/** Agent that runs here until it is stopped. */
interface LinkedAgent {
  readonly id: string;
  stop(): Promise<void>;
}

/**
 * Starts the agent's program with an enrollment code in its own folders, and waits until the service reports its link.
 * @throws SmokeFailure
 */
export async function linkedAgent(
  address: string,
  code: string,
  call: Caller,
  authorization: string,
): Promise<LinkedAgent> {
  const top = mkdtempSync(join(tmpdir(), "latchkey-smoke-"));
  const [folder, serverPath] = [join(top, "agent"), join(top, "FileMaker Server")];
  mkdirSync(join(serverPath, "Logs"), { recursive: true });
  writeFileSync(join(serverPath, "Logs", "Event.log"), "2026-11-20 09:00:00.000 +0000\tInformation\t0\tfms\tStarted\n");
  const words = ["run", "--with-parent", "--enrol-at", address, "--folder", folder, "--server-path", serverPath];
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ["pipe", "ignore", "pipe"],
    // The agent needs no other variables, least of all a password.
    env: { PATH: process.env.PATH },
  });
  const ended = once(child, "close");
  let reported = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    reported += text;
  });
  child.stdin.on("error", () => undefined); // It may exit before it reads the code; its message about that is shown.
  child.stdin.write(`${code}\n`);
  const stop = async () => {
    child.stdin.end();
    await ended;
    rmSync(top, { recursive: true, force: true });
  };
  type Agents = { readonly agents: readonly { readonly id: string; readonly state: string }[] };
  const id = await call.until("/api/agents", authorization, ({ agents }: Agents) =>
    child.exitCode === null ? agents.find(({ state }) => state === "linked")?.id : "",
  );
  if (id !== undefined && id !== "") return { id, stop };
  await stop();
  throw new SmokeFailure(`The agent did not connect within a minute: ${reported}`);
}
