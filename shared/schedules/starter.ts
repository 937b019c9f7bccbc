import type { AdminCredential } from "#shared/contract/call.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { ActionHandler, ActionHandlers } from "./action.ts";
import { type ActionKind, ScheduledAction } from "./contract.ts";
import type { ScheduleRecord } from "./record.ts";
import { momentOf } from "./rules.ts";
import { accountContext, inputContext } from "./store.ts";

interface StarterDependencies {
  readonly actions: ActionHandlers;
  /** Returns the process that was accepted under a key. */
  readonly acceptedUnder: (key: string) => Promise<number | undefined>;
  readonly vault: Pick<Vault, "open">;
}

/** Starts the action of a schedule, once per planned time. */
export interface RunStarter {
  /** Returns the process that was accepted for this time, if there is one: its worker may have died afterwards. */
  accepted(record: ScheduleRecord, plannedAt: number): Promise<number | undefined>;
  /** True if the action can be started again when it is unknown whether it was started. */
  isRepeatable(record: ScheduleRecord): boolean;
  /** Starts the action, and returns the process. @throws ServiceError */
  start(record: ScheduleRecord, plannedAt: number): Promise<number>;
}

export function runStarter({ actions, acceptedUnder, vault }: StarterDependencies): RunStarter {
  const keyOf = ({ id }: ScheduleRecord, plannedAt: number) => `schedule-${id}-${plannedAt}`;
  return {
    accepted: (record, plannedAt) => acceptedUnder(keyOf(record, plannedAt)),
    isRepeatable: ({ actionKind }) => handlerOf(actions, actionKind).isRepeatable,

    async start(record, plannedAt) {
      const { id, timing, actionKind, sealedInput, sealedAccount } = record;
      const input: unknown = JSON.parse(await vault.open(sealedInput, inputContext(id)));
      const credential = JSON.parse(await vault.open(sealedAccount, accountContext(id))) as AdminCredential;
      const moment = timing.kind === "repeating" ? momentOf(plannedAt) : undefined;
      const names = { startedBy: `schedule:${id}`, scheduleId: String(id) };
      const run = { credential, ...names, key: keyOf(record, plannedAt), moment };
      const action = ScheduledAction.parse({ kind: actionKind, input });
      return handlerOf(actions, action.kind).start(action.input, run);
    },
  };
}

/** Returns the handler of a kind. The caller must make sure that the input is of this kind. */
export function handlerOf(actions: ActionHandlers, kind: ActionKind): ActionHandler<unknown> {
  return actions[kind];
}
