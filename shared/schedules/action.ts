import type { AdminCredential } from "#shared/contract/call.ts";
import type { ActionKind, ScheduledAction } from "./contract.ts";

/** Context of a run: the account it acts for, and its names. */
export interface RunContext {
  /** Account for FileMaker Server. */
  readonly credential: AdminCredential;
  /** Origin in processes, such as `schedule:3`. */
  readonly startedBy: string;
  /** Id of the schedule in the records of the started work. */
  readonly scheduleId: string;
  /** Idempotency key. Work with a key is accepted once. */
  readonly key: string;
  /** Time of the run, such as `20261121T013000Z`, for unique names. Undefined if the schedule runs once. */
  readonly moment: string | undefined;
}

/** Action of a schedule. Each kind has a handler. */
export interface ActionHandler<Input> {
  /** True if the action can be started again when it is unknown whether it was started. */
  readonly isRepeatable: boolean;
  /** Rejects input that could never run for this caller. @throws ServiceError */
  check(input: Input, credential: AdminCredential): Promise<void>;
  /** Starts the action, and returns the process that does the work. @throws ServiceError */
  start(input: Input, run: RunContext): Promise<number>;
}

/** Handlers of all actions, by kind. */
export type ActionHandlers = {
  readonly [Kind in ActionKind]: ActionHandler<Extract<ScheduledAction, { kind: Kind }>["input"]>;
};
