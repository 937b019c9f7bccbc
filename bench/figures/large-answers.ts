import { disturbedIn, type Finding } from "../finding.ts";
import { playRounds } from "../load/rounds.ts";
import type { Stage } from "../stage.ts";
import { megabytesPerSecond, ofFullCore, roundsTable } from "./rounds-table.ts";

/** Measures large answers: a found set of 100 KB, a container of 50 MB. */
export async function largeAnswers({ peers, plan }: Stage): Promise<Finding> {
  const seconds = plan.largeSecondsPerTurn;
  const found = await playRounds(peers.contestants, { layout: "K100", connections: 32, seconds }, plan.largeRounds);
  const container = await playRounds(peers.contestants, { layout: "M50", connections: 4, seconds }, plan.largeRounds);
  return {
    values: {
      kilobytes100ToNginx: found.ratio("Latchkey", "nginx", ofFullCore(megabytesPerSecond)),
      megabytes50ToNginx: container.ratio("Latchkey", "nginx", ofFullCore(megabytesPerSecond)),
    },
    tables: [
      roundsTable("100 KB JSON, c=32", found, megabytesPerSecond),
      roundsTable("50 MB container, c=4", container, megabytesPerSecond),
    ],
    disturbed: disturbedIn(found, container),
  };
}
