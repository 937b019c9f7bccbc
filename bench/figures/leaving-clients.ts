import { setTimeout as wait } from "node:timers/promises";
import { disturbedIn, type Finding } from "../finding.ts";
import { closedLoop } from "../load/closed-loop.ts";
import { leaveEarly } from "../load/leaving-clients.ts";
import { randomNumbers } from "../load/random-numbers.ts";
import { readRecords } from "../load/requests.ts";
import { download } from "../load/transfers.ts";
import { openDescriptors } from "../machine/process-reading.ts";
import type { Stage } from "../stage.ts";
import { type Alone, eachAlone } from "./alone.ts";

/** Measures the effect of clients that disconnect at random times on each proxy and on the upstream's calls. */
export async function leavingClients(stage: Stage): Promise<Finding> {
  const all = await eachAlone(stage, (alone) => whatIsLeft(alone, stage));
  const rows = all.map(({ name, result: left }) => [
    name,
    left.alive ? "yes" : "no",
    left.upstreamClosedAfterSeconds,
    left.answersAfterSeconds,
    left.descriptors,
  ]);
  const ours = all.find(({ name }) => name === "Latchkey")?.result;
  const title = `${stage.plan.leavingClients} clients that leave, seed ${stage.seed}`;
  return {
    values:
      ours === undefined
        ? {}
        : {
            leavingAnswersAgain: ours.answersAfterSeconds,
            leavingDescriptors: ours.descriptors,
            leavingUpstreamClosed: ours.upstreamClosedAfterSeconds,
          },
    tables: [{ title, columns: COLUMNS, rows }],
    disturbed: disturbedIn(...all),
  };
}

const COLUMNS = ["", "alive", "upstream closed after s", "answers again after s", "descriptors kept"];

interface Left {
  readonly alive: boolean;
  /** Time from the last disconnect until the upstream had no running calls; Infinity if that never happened. */
  readonly upstreamClosedAfterSeconds: number;
  /** Time from then until a call was answered; Infinity if none was. */
  readonly answersAfterSeconds: number;
  /** Additional open descriptors, without intentionally kept upstream connections. */
  readonly descriptors: number;
}

async function whatIsLeft({ contestant, pid, upstream }: Alone, { plan, seed }: Stage): Promise<Left> {
  const { port, alive } = contestant;
  const descriptors = async () =>
    alive() ? openDescriptors(pid) - (await upstream.counters()).connections : Number.NaN;
  const request = readRecords(contestant, "K1");
  await closedLoop({ port, nextRequest: () => request, connections: 200, seconds: 0.3 });
  await wait(SETTLING_MS);
  const before = await descriptors();

  await leaveEarly({ contestant, count: plan.leavingClients, atOnce: 200, random: randomNumbers(seed) });

  const idle = async () => (await upstream.counters()).underWay === 0;
  const upstreamClosedAfterSeconds = await secondsUntil(idle, UPSTREAM_PATIENCE_SECONDS);
  const answersAfterSeconds = await secondsToAnAnswer(contestant, plan.patienceSeconds);
  await secondsUntil(async () => !((await descriptors()) > before), UPSTREAM_PATIENCE_SECONDS);
  return {
    alive: alive(),
    upstreamClosedAfterSeconds,
    answersAfterSeconds,
    descriptors: Math.max(0, (await descriptors()) - before),
  };
}

const SETTLING_MS = 500;
const UPSTREAM_PATIENCE_SECONDS = 3;

async function secondsToAnAnswer(contestant: Alone["contestant"], patienceSeconds: number): Promise<number> {
  const startedAt = performance.now();
  const answered = download(contestant, "K1").then(
    () => true,
    () => false,
  );
  const inTime = await Promise.race([answered, wait(patienceSeconds * 1_000, false)]);
  return inTime ? (performance.now() - startedAt) / 1_000 : Number.POSITIVE_INFINITY;
}

async function secondsUntil(reached: () => Promise<boolean>, patienceSeconds: number): Promise<number> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  while (!(await reached())) {
    if (seconds() > patienceSeconds) return Number.POSITIVE_INFINITY;
    await wait(10);
  }
  return seconds();
}
