import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { enroll } from "../../../local-agent/link/enroll.ts";
import { readIdentity } from "../../../local-agent/link/identity.ts";
import { compiledCode } from "../../support/programs/compiled-code.ts";
import type { TestService } from "../../support/test-service.ts";
import type { AHost } from "./a-host.ts";
import { anEnrollmentCode } from "./an-agent.ts";

/** The agent as the program that runs on a database host. */
export interface AnAgentProcess {
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when its log has a new line with this event. */
  says(event: string): Promise<void>;
  ended(): Promise<void>;
}

const program = fileURLToPath(new URL("../../../local-agent/start.ts", import.meta.url));

/** Starts the agent for a host, enrolls it if necessary, and waits until it is linked. The service's clock must have the machine's time. */
export async function anAgentProcess(
  service: TestService,
  host: Pick<AHost, "path" | "folder">,
): Promise<AnAgentProcess> {
  if (readIdentity(host.folder) === undefined) {
    const code = await anEnrollmentCode(service, true);
    await enroll({ address: `${service.baseUrl}/svc`, code, name: "host", folder: host.folder });
  }
  const child = spawn(
    process.execPath,
    [program, "run", "--with-parent", "--folder", host.folder, "--server-path", host.path],
    {
      stdio: ["pipe", "ignore", "pipe"],
      env: { ...compiledCode, FMSADMIN_TIMEOUT_IN_SEC: "600", FMS_ADMIN_URL: service.sandbox.origin },
    },
  );
  const ended = once(child, "exit").then(() => undefined);
  const lines: string[] = [];
  let changed = Promise.withResolvers<void>();
  createInterface({ input: child.stderr }).on("line", (line) => {
    lines.push(line);
    changed.resolve();
    changed = Promise.withResolvers();
  });
  const says = async (event: string): Promise<void> => {
    for (let read = 0; ; read += 1) {
      while (read >= lines.length)
        await Promise.race([
          changed.promise,
          ended.then(() => {
            throw new Error(`The agent ended: ${lines.join("\n")}`);
          }),
        ]);
      if (!lines[read]?.includes(`"event":"${event}"`)) continue;
      lines.splice(0, read + 1);
      return;
    }
  };
  await says("linked");
  return { pid: child.pid as number, kill: (signal) => void child.kill(signal), says, ended: () => ended };
}

/** Sets a service's clock to the machine's time, which separate programs use. */
export async function atTheTimeOfTheMachine(service: TestService): Promise<void> {
  await service.turn(Date.now() - service.clock.now());
}
