import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { callsPerSecond, p99, pairTable } from "../figures/rounds-table.ts";
import { closedLoop } from "../load/closed-loop.ts";
import { playRounds } from "../load/rounds.ts";
import { startProgram } from "../machine/program.ts";
import { withResources } from "../machine/with-resources.ts";
import type { Contestant } from "../peers/contestant.ts";
import { announcedPort } from "../peers/node-peer.ts";
import { eventCall, startReceiving } from "./receiving-latchkey.ts";
import type { WebhookStage } from "./stage.ts";
import type { WebhookValues } from "./targets.ts";

const load = { layout: "K1", nextRequest: eventCall } as const;

/** Measures events per second that are stored and answered, compared with a server that only inserts a row. */
export function acceptRate(stage: WebhookStage): Promise<WebhookValues> {
  return withResources(async (use) => {
    const { plan, directory, cores, print } = stage;
    const latchkey = use(await startReceiving("Latchkey", join(directory, "accepting"), cores?.proxy));
    const bare = use(await startBareInsert(join(directory, "bare"), cores?.proxy));
    const many = { ...load, connections: 32, seconds: plan.secondsPerTurn };
    const rounds = await playRounds([latchkey, bare], many, plan.rounds);
    const pair = { one: "Latchkey", other: "bare insert", unit: "event" } as const;
    print(pairTable("Events of 1 KB accepted, c=32, FileMaker Server away", rounds, pair));
    return { acceptedToBareInsert: rounds.ratio("Latchkey", "bare insert", callsPerSecond) };
  });
}

/** Measures the time to accept an event while many others are waiting, compared with few. */
export function acceptBesideWaiting(stage: WebhookStage): Promise<WebhookValues> {
  return withResources(async (use) => {
    const { plan, directory, cores, print } = stage;
    const idle = use(await startReceiving("few wait", join(directory, "idle"), cores?.proxy));
    const busy = use(await startReceiving("many wait", join(directory, "busy"), cores?.proxy));
    const nextRequest = () => eventCall(busy);
    for (let waiting = 0; waiting < plan.waiting; )
      waiting += (await closedLoop({ port: busy.port, nextRequest, connections: 32, seconds: 1 })).calls;
    const few = { ...load, connections: 4, seconds: plan.secondsPerTurn / 3 };
    const rounds = await playRounds([idle, busy], few, plan.rounds);
    const pair = { one: "many wait", other: "few wait", unit: "event" } as const;
    print(pairTable(`Accepting while ${plan.waiting} events wait, c=4`, rounds, pair));
    return { acceptP99Waiting: rounds.ratio("many wait", "few wait", p99) };
  });
}

async function startBareInsert(
  folder: string,
  core: number | undefined,
): Promise<Contestant<"bare insert"> & AsyncDisposable> {
  mkdirSync(folder);
  const program = await startProgram({
    command: process.execPath,
    args: [fileURLToPath(new URL("./bare-insert.ts", import.meta.url)), folder],
    core,
    ready: announcedPort,
  });
  return {
    ...{ name: "bare insert", prefix: "", authorization: "", port: Number(program.readiness) },
    pid: program.pid,
    alive: program.alive,
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}
