import type { Cores } from "./machine/cores.ts";
import type { Peers } from "./peers/peers.ts";
import type { Plan } from "./plan.ts";
import type { Upstream } from "./upstream/running-upstream.ts";

/** What every figure works with. */
export interface Stage {
  readonly plan: Plan;
  readonly cores: Cores | undefined;
  readonly upstream: Upstream;
  readonly peers: Peers;
  /** A folder of this run, gone after it. */
  readonly directory: string;
  /** Everything random follows from it. */
  readonly seed: number;
}
