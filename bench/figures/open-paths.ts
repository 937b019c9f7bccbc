import { setTimeout as wait } from "node:timers/promises";
import type { Finding } from "../finding.ts";
import { type Connection, openConnection } from "../load/connection.ts";
import { type Measurement, measuredLoad } from "../load/measured-load.ts";
import { disturbingCores, watchForeignLoad } from "../machine/foreign-load.ts";
import { cpuSeconds } from "../machine/process-reading.ts";
import type { Contestant } from "../peers/contestant.ts";
import type { Stage } from "../stage.ts";
import { median } from "../statistics.ts";

const readers = 6;
const readsPerSecond = 20;
const documents = ["/apidoc", "/apidoc/openapi.json"];
const codings = ["identity", "gzip", "br", "zstd"];
const measuredCalls = 200;

/** Measures what callers without a credential can cost Latchkey: reading its documents, and sending many names to reject. */
export async function openPaths({ peers, plan }: Stage): Promise<Finding> {
  const latchkey = peers.contestants.find(({ name }) => name === "Latchkey");
  if (latchkey?.pid === undefined) return { values: {}, tables: [], disturbed: [] };
  const foreignCores = watchForeignLoad();
  const fetches: (readonly [string, number])[] = [];
  for (const path of documents)
    for (const coding of codings) {
      const request = openRequest(latchkey, `GET ${latchkey.prefix}${path}`, [`Accept-Encoding: ${coding}`]);
      fetches.push([`${path}, ${coding}`, await cpuMillisecondsOf(latchkey, request, measuredCalls)]);
    }
  const names = await cpuMillisecondsOf(latchkey, manyNames(latchkey), measuredCalls);

  const turns: { readonly alone: Measurement; readonly beside: Measurement }[] = [];
  const load = { layout: "K1", connections: 32, seconds: plan.secondsPerTurn } as const;
  for (let round = -1; round < plan.rounds; round += 1) {
    const alone = await measuredLoad(latchkey, load);
    const stop = readDocuments(latchkey);
    const beside = await measuredLoad(latchkey, load);
    await stop();
    if (round >= 0) turns.push({ alone, beside });
  }
  const of = (side: "alone" | "beside", read: (one: Measurement) => number) =>
    median(turns.map((turn) => read(turn[side])));
  return {
    values: {
      documentCpu: Math.max(...fetches.map(([, milliseconds]) => milliseconds)),
      namesToSignInCpu: names,
      besideReadersP99: median(turns.map(({ alone, beside }) => beside.p99Ms / alone.p99Ms)),
    },
    tables: [
      {
        title: "Open paths: CPU of one call",
        columns: ["", "ms"],
        rows: [...fetches, ["868 KB of unknown names to sign-in", names]],
      },
      {
        title: `1 KB, c=32, while ${readers} connections read the API page ${readsPerSecond} times a second each`,
        columns: ["", "calls/s", "p50 ms", "p99 ms", "failures"],
        rows: (["alone", "beside"] as const).map((side) => [
          side === "alone" ? "without" : "with",
          of(side, ({ callsPerSecond }) => callsPerSecond),
          of(side, ({ p50Ms }) => p50Ms),
          of(side, ({ p99Ms }) => p99Ms),
          of(side, ({ failures }) => failures),
        ]),
      },
    ],
    disturbed: foreignCores() > disturbingCores ? ["Latchkey"] : [],
  };
}

/** Returns the proxy's CPU time per call, after a warm-up with the same number of calls. */
async function cpuMillisecondsOf(to: Contestant, request: Buffer, count: number): Promise<number> {
  const connection = openConnection(to.port);
  const call = async () => {
    for (let made = 0; made < count; made += 1) await answered(connection, request);
  };
  await call();
  const before = cpuSeconds(to.pid as number);
  await call();
  const used = cpuSeconds(to.pid as number) - before;
  connection.close();
  return (used * 1_000) / count;
}

/** Reads the API page repeatedly until it is stopped. */
function readDocuments(to: Contestant): () => Promise<void> {
  const request = openRequest(to, `GET ${to.prefix}/apidoc`, ["Accept-Encoding: br"]);
  let isStopped = false;
  const read = async (connection: Connection) => {
    for (let due = performance.now(); !isStopped; due += 1_000 / readsPerSecond) {
      await answered(connection, request);
      await wait(Math.max(0, due + 1_000 / readsPerSecond - performance.now()));
    }
    connection.close();
  };
  const reading = Array.from({ length: readers }, () => read(openConnection(to.port)));
  return async () => {
    isStopped = true;
    await Promise.all(reading);
  };
}

function answered(connection: Connection, request: Buffer): Promise<void> {
  return new Promise((resolve, reject) =>
    connection.send(request, (answer) => (answer instanceof Error ? reject(answer) : resolve())),
  );
}

function manyNames(to: Contestant): Buffer {
  const body = `{${Array.from({ length: 80_000 }, (_, at) => `"k${at}":1`).join()}}`;
  const headers = ["Content-Type: application/json", `Content-Length: ${body.length}`];
  return Buffer.concat([openRequest(to, `POST ${to.prefix}/api/session`, headers), Buffer.from(body)]);
}

function openRequest({ port }: Contestant, requestLine: string, headers: readonly string[]): Buffer {
  return Buffer.from(`${[`${requestLine} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...headers].join("\r\n")}\r\n\r\n`);
}
