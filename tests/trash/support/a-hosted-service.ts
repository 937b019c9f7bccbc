import { rmSync } from "node:fs";
import { join } from "node:path";
import { demoWorld } from "../../../sandbox/worlds/demo.ts";
import { type AHost, aHost } from "../../agent/support/a-host.ts";
import { type AgentOptions, type AnAgent, anAgent } from "../../agent/support/an-agent.ts";
import type { TestService, testService } from "../../support/test-service.ts";

/** Service whose FileMaker Server is in a folder, with an agent on its host. */
export interface HostedService {
  /** Stops the agent; `agentBack` starts it again. */
  agentAway(): Promise<void>;
  agentBack(): Promise<void>;
  /** Returns a path in FileMaker Server's folder. */
  at(...parts: readonly string[]): string;
  /** Returns a process after its end. */
  ended(processId: unknown): Promise<Readonly<Record<string, unknown>>>;
  /** Returns the texts of a process's log. */
  log(processId: unknown): Promise<readonly string[]>;
  statusOf(name: string): string | undefined;
  /** Turns the clock, and waits until the agent is linked again: its link ends after this time without a message. */
  later(minutes: number): Promise<void>;
  stop(): Promise<void>;
}

/** Time for the agent to continue each time the clock is turned. */
const pauseMs = 50;

/** Returns a host on which the sandbox creates its own files. */
export function anEmptyHost(): AHost {
  const host = aHost();
  rmSync(join(host.path, "Data", "Databases"), { recursive: true });
  return host;
}

/** Returns the options of a service whose FileMaker Server is on the host, with the demo world or one with other files. */
export function hostedOn(
  host: AHost,
  world: Partial<ReturnType<typeof demoWorld>> = {},
  environment: Readonly<Record<string, string>> = {},
): NonNullable<Parameters<typeof testService>[0]> {
  return {
    environment: { DISK_FLOOR_MB: "1", ...environment },
    sandbox: { folder: host.path, world: demoWorldWith(world) },
  };
}

/** Starts an agent on the host of a service's FileMaker Server. */
export async function hostedService(
  service: TestService,
  host: AHost,
  options: AgentOptions = {},
): Promise<HostedService> {
  let agent: AnAgent | undefined = await anAgent(service, host, options);
  const agentAway = async () => {
    await agent?.stop();
    agent = undefined;
  };
  const process = async (id: unknown) => (await service.admin("GET", `/svc/api/processes/${id}`)).body.response.process;
  return {
    agentAway,
    async agentBack() {
      agent = await anAgent(service, host, { ...options, again: true });
    },
    at: (...parts) => join(host.path, ...parts),
    async ended(processId) {
      for (;;) {
        const found = await process(processId);
        if (found.endedAt !== null) return found;
        await service.clock.sleep(pauseMs);
      }
    },
    async log(processId) {
      const { lines } = (await service.admin("GET", `/svc/api/processes/${processId}/log`)).body.response;
      return lines.map(({ text }: { readonly text: string }) => text);
    },
    statusOf: (name) => service.sandbox.world.database(name)?.status,
    async later(minutes) {
      await service.turn(minutes * 60_000);
      for (;;) {
        // The agent's file operations take real time, which the clock doesn't control.
        await service.clock.sleep(pauseMs);
        const { agents } = (await service.admin("GET", "/svc/api/agents")).body.response;
        if (agents.some(({ state }: { readonly state: string }) => state === "linked")) return;
        await service.turn(1_000);
      }
    },
    async stop() {
      await agentAway();
      await service.stop();
      host.remove();
    },
  };
}

/** Returns the demo world, or one with other files, in which no client has the demo's files open. */
function demoWorldWith(more: Partial<ReturnType<typeof demoWorld>>): ReturnType<typeof demoWorld> {
  return { ...demoWorld(), ...(more.databases !== undefined && { clients: [], schedules: [] }), ...more };
}
