import type { AdminCredential } from "#shared/contract/call.ts";
import type { ActionKind, ScheduledAction } from "./contract.ts";

/** Whose work a run is. */
export interface RunContext {
  /** Whom it acts for. */
  readonly credential: AdminCredential;
  /** As processes name who has started them: `schedule:3`. */
  readonly startedBy: string;
  /** The schedule, as rows of what it starts name it. */
  readonly scheduleId: string;
  /** Work that is accepted under this key is accepted once. */
  readonly key: string;
  /** The moment, where the schedule has more than one: such as `20261121T013000Z`, for names that must differ. */
  readonly moment: string | undefined;
}

/** What a schedule can do: one of these for each kind. */
export interface ActionHandler<Input> {
  /** Whether it may be started again where it is unknown whether it was started. */
  readonly isRepeatable: boolean;
  /** Refuses what would never run for this caller. @throws ServiceError */
  check(input: Input, credential: AdminCredential): Promise<void>;
  /** Starts it, and answers the process that does the work. @throws ServiceError */
  start(input: Input, run: RunContext): Promise<number>;
}

/** All that schedules can do, by its kind. */
export type ActionHandlers = {
  readonly [Kind in ActionKind]: ActionHandler<Extract<ScheduledAction, { kind: Kind }>["input"]>;
};
