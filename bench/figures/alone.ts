import { join } from "node:path";
import { disturbingCores, watchForeignLoad } from "../machine/foreign-load.ts";
import { withResources } from "../machine/with-resources.ts";
import type { Contestant } from "../peers/contestant.ts";
import { startPeers } from "../peers/peers.ts";
import { upstreamConnections } from "../plan.ts";
import type { Stage } from "../stage.ts";
import { startUpstream, type Upstream } from "../upstream/running-upstream.ts";

/** Newly started proxy with its own upstream. */
export interface Alone {
  readonly contestant: Contestant;
  readonly pid: number;
  readonly upstream: Upstream;
}

/** Result of a proxy's turn. */
export interface AloneResult<Result> {
  readonly name: Contestant["name"];
  readonly result: Result;
  /** The name, if other programs disturbed it; otherwise empty. */
  readonly disturbed: readonly string[];
}

/**
 * Runs `act` with every proxy, each in a new process and with its own upstream, so that none profits from allocated memory or is affected
 * by another's leftovers.
 */
export async function eachAlone<Result>(
  stage: Stage,
  act: (alone: Alone) => Promise<Result>,
): Promise<AloneResult<Result>[]> {
  const results: AloneResult<Result>[] = [];
  for (const { name, pid } of stage.peers.contestants) {
    if (pid !== undefined) results.push(await oneAlone(stage, name, act));
  }
  return results;
}

function oneAlone<Result>(
  stage: Stage,
  name: Contestant["name"],
  act: (alone: Alone) => Promise<Result>,
): Promise<AloneResult<Result>> {
  return withResources(async (use) => {
    const upstream = use(await startUpstream(0, stage.cores?.load));
    const start = {
      upstream: upstream.origin,
      connections: upstreamConnections,
      core: stage.cores?.proxy,
      directory: join(stage.directory, "alone"),
    };
    const peers = use(await startPeers(start, [name]));
    const [contestant] = peers.contestants;
    if (contestant?.pid === undefined) throw new Error(`${name} did not start again: ${peers.absent.get(name)}`);
    const foreignCores = watchForeignLoad();
    const result = await act({ contestant, pid: contestant.pid, upstream });
    return { name, result, disturbed: foreignCores() > disturbingCores ? [name] : [] };
  });
}
