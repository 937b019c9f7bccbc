import {
  type ChainedAction,
  type ChainedActionResult,
  type ChainState,
  withoutSecrets,
} from "#shared/contract/values/release-shapes.ts";

/** Chained actions of a finished build or deployment, and their stored state. */
export interface Chain {
  readonly state: ChainState;
  /** True if the process that ended now is the one that began the calls. */
  readonly isOwn: boolean;
  /** True if all work succeeded. Otherwise, only actions with `sendOnFailure` are called. */
  readonly isSuccessful: boolean;
  actions(): Promise<readonly ChainedAction[]>;
  /** Marks the calls as begun. Returns false if another process marked them first. */
  begin(): Promise<boolean>;
  /** Stores the results of the calls. */
  keep(results: readonly ChainedActionResult[]): Promise<void>;
}

/** Calls the chained actions unless that was done. Repeatable. */
export type CallChain = (chain: Chain) => Promise<void>;

const unknown = "Unknown whether the action was called, because the service stopped during the call";

/**
 * Returns a `CallChain` that never calls an action twice, because actions start work elsewhere. If the service stopped during the calls,
 * their results are stored as unknown.
 */
export function callChain(call: (actions: readonly ChainedAction[]) => Promise<ChainedActionResult[]>): CallChain {
  return async ({ state, isOwn, isSuccessful, actions: all, begin, keep }) => {
    if (state === "none" || state === "called") return;
    const actions = (await all()).filter(({ sendOnFailure }) => isSuccessful || sendOnFailure);
    if (state === "waiting") {
      if (await begin()) await keep(await call(actions));
    } else if (isOwn) {
      await keep(actions.map((action) => ({ action: withoutSecrets(action), result: unknown, success: false })));
    }
  };
}
