import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { callouts } from "#shared/node/callouts.ts";
import type { Message, Queue } from "#shared/ports/queue.ts";
import type { Platform } from "../../../functions/platform.ts";
import { readFileOf } from "../../../sandbox/fmserver/disk/hosted-file.ts";
import type { WorldInput } from "../../../sandbox/fmserver/world/schema/world-schema.ts";
import { type AHost, aHost } from "../../agent/support/a-host.ts";
import { type AgentOptions, type AnAgent, anAgent } from "../../agent/support/an-agent.ts";
import { finalProcess, isFinalOrWaits, shownProcess } from "../../processes/support/final-process.ts";
import type { TestService, TestServiceOptions } from "../../support/test-service.ts";

type Database = NonNullable<WorldInput["databases"]>[number];

/** FileMaker Server in a folder, a service in front of it, and an agent on its host. */
export interface ReleaseSetup {
  readonly service: TestService;
  /** Address of the service for other servers. */
  readonly url: string;
  /** Returns a path in FileMaker Server's folder. */
  at(...parts: readonly string[]): string;
  /** Returns the content of a hosted file on disk. */
  onDisk(name: string): ReturnType<typeof readFileOf>;
  statusOf(name: string): string | undefined;
  post(path: string, json?: unknown): ReturnType<TestService["admin"]>;
  get(path: string): ReturnType<TestService["admin"]>;
  /** Starts a build, and returns its final status. */
  built(json: unknown): Promise<Readonly<Record<string, unknown>>>;
  /** Publishes a build to a destination, and returns the finished process. */
  published(buildId: string, destination: object): ReturnType<typeof finalProcess>;
  /** Returns the finished process with this id, as returned by a start. Turns the clock while the process waits. */
  ended(processId: unknown): ReturnType<typeof finalProcess>;
  /** Resolves with `reached`, which the process settles. Turns the clock while the process waits. */
  comesTo(reached: Promise<void>, processId: unknown): Promise<void>;
  log(processId: unknown): Promise<string>;
  agent(more?: AgentOptions): Promise<AnAgent>;
  stop(): Promise<void>;
}

/** Step by which the clock is turned while a process waits for its turn or for the agent, and the time that others get meanwhile. */
const waitMs = 1_000;
const pauseMs = 20;

export const fullAccess = { user: "Admin", password: "full-access-pass" };

/** Callouts that resolve every name to this machine, which callouts otherwise never reach. */
export const calloutsToThisMachine = callouts({
  isAllowed: (address) => address === "127.0.0.1",
  isListed: () => true,
  addressesOf: async () => ["127.0.0.1"],
});

/** Returns a file with one table and one script. */
export function aFile(name: string, { script = "Before", records = 0, fields = ["name"] } = {}): Database {
  return {
    name,
    accounts: [{ name: "Admin", password: "full-access-pass" }],
    tables: [
      {
        name,
        fields: fields.map((field) => ({ name: field })),
        records: Array.from({ length: records }, (_, index) => ({ values: { name: `${name} ${index + 1}` } })),
      },
    ],
    scripts: [{ name: script, steps: [{ text: script }] }],
  };
}

interface ReleaseSetupOptions extends Partial<Pick<Platform, "diskFloorBytes" | "releaseLimits" | "callouts">> {
  readonly closeGraceSeconds?: number;
  /** Called with the messages that the service sends itself. */
  readonly onMessage?: (message: Message) => void;
  readonly environment?: Readonly<Record<string, string>>;
  /** Additional contents of FileMaker Server besides its files: clients, schedules. */
  readonly world?: Partial<WorldInput>;
}

/** Creates the setup. `start` starts the service; the test passes it, so that readers see that a service is started. */
export async function aReleaseSetup(
  start: (options: TestServiceOptions) => Promise<TestService>,
  name: string,
  databases: readonly Database[],
  hasAgent = true,
  { closeGraceSeconds = 90, environment = {}, onMessage, world: rest = {}, ...more }: ReleaseSetupOptions = {},
): Promise<ReleaseSetup> {
  const host: AHost = aHost();
  rmSync(join(host.path, "Data", "Databases"), { recursive: true });
  const world: WorldInput = {
    server: { name },
    admin: { accounts: [{ name: "admin", password: "admin-pass" }], openMilliseconds: 0, closeGraceSeconds },
    databases: [...databases],
    ...rest,
  };
  const decorate: TestServiceOptions["decorate"] = (platform) => ({
    ...platform,
    callouts: calloutsToThisMachine,
    queue: watched(platform.queue, onMessage),
    ...more,
  });
  const service = await start({ sandbox: { folder: host.path, world }, environment, decorate });
  const agents: AnAgent[] = [];
  /**
   * Starts an agent and stops the previous one. A host has one agent: an agent left running by a failed test would take the next agent's
   * work and lose it.
   */
  const agent = async (more: AgentOptions = {}) => {
    await Promise.all(agents.splice(0).map((before) => before.stop()));
    const one = await anAgent(service, host, { calloutsTo: () => calloutsToThisMachine, ...more });
    agents.push(one);
    return one;
  };
  if (hasAgent) await agent();

  const server: ReleaseSetup = {
    service,
    get url() {
      return `http://${name}.example.test:${new URL(service.baseUrl).port}`;
    },
    at: (...parts) => join(host.path, ...parts),
    onDisk: (file) => readFileOf(join(host.path, "Data", "Databases", `${file}.fmp12`)),
    statusOf: (file) => service.sandbox.world.database(file)?.status,
    post: (path, json = {}) => service.admin("POST", `/svc/api/${path}`, json),
    get: (path) => service.admin("GET", `/svc/api/${path}`),
    async built(json) {
      const started = await server.post("build", json);
      if (started.status !== 200) throw new Error(`HTTP ${started.status} ${JSON.stringify(started.body)}`);
      const { buildId, processId } = started.body.response;
      await server.ended(processId);
      return (await server.get(`build/${encodeURIComponent(buildId)}/status?delay=20`)).body.response;
    },
    async published(buildId, destination) {
      const { status, body } = await server.post(`build/${encodeURIComponent(buildId)}/publish`, { destination });
      if (status !== 200) throw new Error(`HTTP ${status} ${JSON.stringify(body)}`);
      expect(body.response).toMatchObject({ success: true, uploadId: String(body.response.processId) });
      return server.ended(body.response.processId);
    },
    async ended(processId) {
      for (;;) {
        const process = await finalProcess(service, Number(processId), isFinalOrWaits);
        if (process.endedAt !== null) return process;
        await service.turn(waitMs);
        await service.clock.sleep(pauseMs);
      }
    },
    async comesTo(reached, processId) {
      let isReached = false;
      void reached.then(() => {
        isReached = true;
      });
      while (!isReached) {
        await service.clock.sleep(pauseMs);
        const { waitingFor } = await shownProcess(service, Number(processId));
        if (!isReached && waitingFor !== null) await service.turn(waitMs);
      }
    },
    log: async (processId) => (await server.get(`processes/${processId}/log.txt`)).text,
    agent,
    async stop() {
      await Promise.all(agents.map((one) => one.stop()));
      await service.stop();
      host.remove();
    },
  };
  return server;
}

function watched<Q extends Queue>(queue: Q, onMessage: ReleaseSetupOptions["onMessage"]): Q {
  if (onMessage === undefined) return queue;
  return {
    ...queue,
    async send(message: Message) {
      onMessage(message);
      await queue.send(message);
    },
  };
}
