import type { Cores } from "./machine/cores.ts";
import type { Peers } from "./peers/peers.ts";
import type { Plan } from "./plan.ts";
import type { Upstream } from "./upstream/running-upstream.ts";

/** Context of every figure. */
export interface Stage {
  readonly plan: Plan;
  readonly cores: Cores | undefined;
  readonly upstream: Upstream;
  readonly peers: Peers;
  /** Temporary folder of this run. */
  readonly directory: string;
  /** Seed of all random numbers. */
  readonly seed: number;
}
