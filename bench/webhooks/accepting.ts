import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { callsPerSecond, cpuPerCall, p50, p99 } from "../figures/rounds-table.ts";
import type { Table } from "../finding.ts";
import { closedLoop } from "../load/closed-loop.ts";
import { playRounds, type Rounds } from "../load/rounds.ts";
import { startProgram } from "../machine/program.ts";
import { withResources } from "../machine/with-resources.ts";
import type { Contestant } from "../peers/contestant.ts";
import { announcedPort } from "../peers/node-peer.ts";
import { eventCall, startReceiving } from "./receiving-latchkey.ts";
import type { WebhookStage } from "./stage.ts";
import type { WebhookValues } from "./targets.ts";

const load = { layout: "K1", nextRequest: eventCall } as const;

/** How many events a second are stored and answered, beside a server that only inserts a row. */
export function acceptRate(stage: WebhookStage): Promise<WebhookValues> {
  return withResources(async (use) => {
    const { plan, directory, cores, print } = stage;
    const latchkey = use(await startReceiving("Latchkey", join(directory, "accepting"), cores?.proxy));
    const bare = use(await startBareInsert(join(directory, "bare"), cores?.proxy));
    const many = { ...load, connections: 32, seconds: plan.secondsPerTurn };
    const rounds = await playRounds([latchkey, bare], many, plan.rounds);
    print(tableOf("Events of 1 KB accepted, c=32, FileMaker Server away", rounds, "Latchkey", "bare insert"));
    return { acceptedToBareInsert: rounds.ratio("Latchkey", "bare insert", callsPerSecond) };
  });
}

/** How long it takes to accept an event while many others wait, to when few do. */
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
    print(tableOf(`Accepting while ${plan.waiting} events wait, c=4`, rounds, "many wait", "few wait"));
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

function tableOf<Name extends string>(title: string, rounds: Rounds<Name>, one: Name, other: Name): Table {
  const readings = [callsPerSecond, cpuPerCall, p50, p99];
  return {
    title,
    columns: ["", "events/s", "CPU us/event", "p50 ms", "p99 ms", "failures", "turns disturbed"],
    rows: [
      ...rounds.names.map((name) => [
        name,
        ...readings.map((reading) => rounds.median(name, reading)),
        rounds.median(name, ({ failures }) => failures),
        rounds.disturbedTurns(name),
      ]),
      [`${one} to ${other}`, ...readings.map((reading) => rounds.ratio(one, other, reading)), "", ""],
      ...[...rounds.dropped].map(([name, reason]) => [name, reason]),
    ],
  };
}
