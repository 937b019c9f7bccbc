import type { BackupValues } from "./targets.ts";
import { packaged, snapshotsTurn } from "./turns.ts";

const many = 1_000;

/** Measures the agent's code with a set of many snapshots, compared with half of them. */
export async function snapshotsOfASet(directory: string, origin: string) {
  const program = await packaged(new URL("./many-snapshots.ts", import.meta.url), directory);
  const turns = [];
  for (const count of [many / 2, many]) {
    turns.push({ count, ...(await snapshotsTurn(program, origin, count)) });
    await fetch(`${origin}/bench/latchkey/`, { method: "DELETE" });
  }
  const [half, whole] = turns;
  const values: BackupValues = {
    ...(whole !== undefined && { snapshotsList: whole.listSeconds, snapshotsOpen: whole.openSeconds }),
    ...(half !== undefined && whole !== undefined && { snapshotsPrune: whole.pruneCpuSeconds / half.pruneCpuSeconds }),
  };
  const table = {
    title: "A set of snapshots of 100 files",
    columns: ["snapshots", "list s", "open s", "prune s", "CPU s", "MB"],
    rows: turns.map((turn) => [
      ...[turn.count, turn.listSeconds, turn.openSeconds, turn.pruneSeconds, turn.pruneCpuSeconds, turn.peakMegabytes],
    ]),
  };
  return { values, table };
}
