import { join } from "node:path";
import type { Contestant } from "../peers/contestant.ts";
import { startField } from "../peers/field.ts";
import { upstreamConnections } from "../plan.ts";
import type { Stage } from "../stage.ts";
import { startUpstream, type Upstream } from "../upstream/running-upstream.ts";

/** A proxy just started, with an upstream to itself. */
export interface Alone {
  readonly contestant: Contestant;
  readonly pid: number;
  readonly upstream: Upstream;
}

/**
 * Does the same with every proxy of the field, each in a process just started and before an upstream of its own, so
 * that nobody profits from memory already taken or counts what another has left behind.
 */
export async function eachAlone<Result>(
  stage: Stage,
  act: (alone: Alone) => Promise<Result>,
): Promise<{ name: Contestant["name"]; result: Result }[]> {
  const results: { name: Contestant["name"]; result: Result }[] = [];
  for (const { name, pid } of stage.field.contestants) {
    if (pid === undefined) continue;
    await using upstream = await startUpstream(0, stage.cores?.load);
    await using field = await startField(
      {
        upstream: upstream.origin,
        connections: upstreamConnections,
        core: stage.cores?.proxy,
        directory: join(stage.directory, "alone"),
      },
      [name],
    );
    const [contestant] = field.contestants;
    if (contestant?.pid === undefined) throw new Error(`${name} did not start again: ${field.absent.get(name)}`);
    results.push({ name, result: await act({ contestant, pid: contestant.pid, upstream }) });
  }
  return results;
}
