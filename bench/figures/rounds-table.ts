import type { Table } from "../finding.ts";
import type { Measurement } from "../load/measured-load.ts";
import type { Reading, Rounds } from "../load/rounds.ts";

/** Returns the medians of all contestants; the last columns compare speeds. */
export function roundsTable(title: string, rounds: Rounds, speed: Reading): Table {
  const rows = rounds.names.map((name) => [
    name,
    rounds.median(name, callsPerSecond),
    rounds.median(name, megabytesPerSecond),
    rounds.median(name, cpuPerCall),
    rounds.median(name, ({ busyShare }) => busyShare),
    rounds.median(name, p50),
    rounds.difference(name, "direct", p50),
    rounds.median(name, p99),
    rounds.ratio(name, "bare dispatch", speed),
    rounds.ratio(name, "nginx", ofFullCore(speed)),
    rounds.median(name, ({ failures }) => failures),
    rounds.disturbedTurns(name),
  ]);
  const dropped = [...rounds.dropped].map(([name, reason]) => [name, reason]);
  return { title, columns: COLUMNS, rows: [...rows, ...dropped] };
}

/** Returns a table of two contestants with their ratio. `unit`: the counted unit, such as calls. */
export function pairTable<Name extends string>(
  title: string,
  rounds: Rounds<Name>,
  { one, other, unit }: { readonly one: Name; readonly other: Name; readonly unit: "call" | "event" },
): Table {
  const readings = [callsPerSecond, cpuPerCall, p50, p99];
  return {
    title,
    columns: ["", `${unit}s/s`, `CPU us/${unit}`, "p50 ms", "p99 ms", "failures", "turns disturbed"],
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

export const callsPerSecond: Reading = (measurement) => measurement.callsPerSecond;
export const megabytesPerSecond: Reading = (measurement) => measurement.megabytesPerSecond;
export const cpuPerCall: Reading = (measurement) => measurement.cpuMicrosecondsPerCall;
export const p50: Reading = (measurement) => measurement.p50Ms;
export const p99: Reading = (measurement) => measurement.p99Ms;

/** Extrapolates a value to a fully used core: nginx is so fast that the load generator is the limit. */
export function ofFullCore(reading: Reading): Reading {
  return (measurement: Measurement) => reading(measurement) / measurement.busyShare;
}

const COLUMNS = [
  "",
  "calls/s",
  "MB/s",
  "CPU us/call",
  "core busy",
  "p50 ms",
  "added p50 ms",
  "p99 ms",
  "to bare",
  "to nginx",
  "failures",
  "turns disturbed",
];
