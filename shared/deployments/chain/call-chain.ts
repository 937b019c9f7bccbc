import {
  type ChainedAction,
  type ChainedActionResult,
  type ChainState,
  withoutSecrets,
} from "#shared/contract/values/release-shapes.ts";

/** What follows a build or a deployment that is at its end. */
export interface Chain {
  /** How far it is, as it is stored. */
  readonly state: ChainState;
  /** Whether it was begun by the end that asks now, where it was begun. */
  readonly isOwn: boolean;
  /** Whether all of the work was successful: what is called in any other case says so. */
  readonly isSuccessful: boolean;
  actions(): Promise<readonly ChainedAction[]>;
  /** Stores that it is being called. False: another one was faster. */
  begin(): Promise<boolean>;
  /** Stores what came of it. */
  keep(results: readonly ChainedActionResult[]): Promise<void>;
}

/** Calls what follows, if that has not been done. May be asked again. */
export type CallChain = (chain: Chain) => Promise<void>;

const unknown = "Whether it was called is not known: the service stopped meanwhile";

/** What starts work elsewhere is never called twice: of a call that the service's end has broken off it is only known that it was begun. */
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
