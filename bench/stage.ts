import type { Cores } from "./machine/cores.ts";
import type { Field } from "./peers/field.ts";
import type { Plan } from "./plan.ts";
import type { Upstream } from "./upstream/running-upstream.ts";

/** What every figure works with. */
export interface Stage {
  readonly plan: Plan;
  readonly cores: Cores | undefined;
  readonly upstream: Upstream;
  readonly field: Field;
  /** A folder of this run, gone after it. */
  readonly directory: string;
  /** Everything random follows from it. */
  readonly seed: number;
}
