import type { Finding } from "../finding.ts";
import { playRounds } from "../load/rounds.ts";
import type { Stage } from "../stage.ts";

/** Counts Latchkey's logins at the upstream during continuous calls. */
export async function logins({ peers, upstream, plan }: Stage): Promise<Finding> {
  const latchkey = peers.contestants.filter(({ name }) => name === "Latchkey");
  if (latchkey.length === 0) return { values: {}, tables: [], disturbed: [] };
  const before = await upstream.counters();
  await playRounds(latchkey, { layout: "K1", connections: 32, seconds: plan.secondsPerTurn }, plan.rounds);
  const after = await upstream.counters();
  const loggedIn = after.logins - before.logins;
  const calls = after.calls - before.calls - 1;
  const rows = [["Latchkey", calls, loggedIn, after.logins]];
  return {
    values: { loginsPer1000Calls: (loggedIn / calls) * 1_000 },
    tables: [{ title: "Upstream logins", columns: ["", "calls", "logins meanwhile", "logins since its start"], rows }],
    // A count doesn't depend on the load of the machine.
    disturbed: [],
  };
}
