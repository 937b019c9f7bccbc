import { disturbedIn, type Finding } from "../finding.ts";
import type { Measurement } from "../load/measured-load.ts";
import { readContacts } from "../load/requests.ts";
import { playRounds } from "../load/rounds.ts";
import type { Contestant } from "../peers/contestant.ts";
import type { Stage } from "../stage.ts";
import { callsPerSecond, cpuPerCall, p50 } from "./rounds-table.ts";

/** Measures a hundred contacts without and with each content coding: transferred bytes and CPU time. */
export async function compression({ peers, plan }: Stage): Promise<Finding> {
  const latchkey = peers.contestants.find(({ name }) => name === "Latchkey");
  if (latchkey === undefined) return { values: {}, tables: [], disturbed: [] };
  const contestants = codings.map((name): Contestant<Coding> => ({ ...latchkey, name }));
  const requests = new Map<string, Buffer>(codings.map((coding) => [coding, readContacts(latchkey, coding)]));
  const nextRequest = ({ name }: Contestant<string>): Buffer => requests.get(name) ?? readContacts(latchkey, name);
  const load = { layout: "K1", connections: 8, seconds: plan.largeSecondsPerTurn, nextRequest } as const;
  const rounds = await playRounds(contestants, load, plan.largeRounds);
  const plainMegabytes = rounds.median("identity", bytesPerCall) / 1e6;
  const millisecondsPerMegabyte = (microseconds: number) => microseconds / 1_000 / plainMegabytes;
  return {
    values: { compressedContacts: rounds.ratio("gzip", "identity", bytesPerCall) },
    tables: [
      {
        title: "100 contacts by content coding, c=8",
        columns: [
          "",
          "bytes",
          "to identity",
          "calls/s",
          "CPU ms/MB",
          "of it compressing",
          "p50 ms",
          "failures",
          "turns disturbed",
        ],
        rows: rounds.names.map((name) => [
          name,
          Math.round(rounds.median(name, bytesPerCall)),
          rounds.ratio(name, "identity", bytesPerCall),
          rounds.median(name, callsPerSecond),
          millisecondsPerMegabyte(rounds.median(name, cpuPerCall)),
          millisecondsPerMegabyte(rounds.difference(name, "identity", cpuPerCall)),
          rounds.median(name, p50),
          rounds.median(name, ({ failures }) => failures),
          rounds.disturbedTurns(name),
        ]),
      },
    ],
    disturbed: disturbedIn(rounds),
  };
}

const codings = ["identity", "gzip", "br", "zstd"] as const;
type Coding = (typeof codings)[number];

/** Bytes of the transferred body. */
function bytesPerCall({ megabytesPerSecond, callsPerSecond: calls }: Measurement): number {
  return (megabytesPerSecond * 1e6) / calls;
}
