import type { SealContext } from "#shared/ports/vault.ts";
import type { NewLine, ProcessRecord } from "#shared/processes/api.ts";

/** Description of a kind of work, known before it begins. */
export interface JobPlan {
  /** Resource and action, such as `keys.rewrap`. */
  readonly kind: string;
  /** Description for people. */
  readonly title: string;
  /** Phases in order. */
  readonly phases: readonly string[];
  readonly canAbort: boolean;
  /** Objects of the work, as the audit trail names them, such as `file:Contacts.fmp12`. */
  readonly objects?: readonly string[];
  /** True if the kind has follow-up work when a process ends. */
  readonly isFollowedUp?: boolean;
}

/** Kind of long-running work. */
export interface JobKind {
  readonly plan: JobPlan;
  /** True if a step can be repeated from its beginning when its progress is unknown. Otherwise the process has crashed. */
  readonly isRepeatable: boolean;
  /**
   * Runs one step. Must stop soon after the signal aborts. An error ends the process, or causes the step to be repeated if it is
   * repeatable.
   */
  run(step: StepContext): Promise<StepEnd>;
  /** Returns the vault context of each sealed field of an input, by its name. These fields are re-encrypted when the master key changes. */
  sealed?(processId: number, input: unknown): Readonly<Record<string, SealContext>>;
  /** Runs after a process has ended in any way. Repeated if it throws, and can run twice. */
  followUp?(process: ProcessRecord): Promise<void>;
}

/** Progress of a phase. Omitted fields keep their values; a new phase begins at zero. */
export interface Progress {
  readonly phase?: string;
  readonly done?: number;
  readonly total?: number | null;
  readonly unit?: string | null;
}

/** Reason to stop a step: a user aborts the process, this host is about to stop, or another host has taken over the step. */
export type StopReason = "abort" | "stop" | "lost";

/**
 * Interface of a step to its process. Everything is written under the step's fence, so a step that was taken over writes nothing.
 */
export interface StepContext {
  readonly processId: number;
  /** Identifies this owner: commands to the agent contain it, and reports return it. */
  readonly fence: number;
  /** Input of the process, as accepted. */
  readonly input: unknown;
  /** Checkpoint of the previous step. Undefined for the first. */
  readonly checkpoint: unknown;
  /** Aborts when the step must stop. Its reason is a StopReason. */
  readonly signal: AbortSignal;
  /** Reports progress. Written at most once a second, so frequent calls are fine. @throws LeaseLost */
  progress(progress: Progress): Promise<void>;
  /** Adds a line to the log. @throws LeaseLost */
  log(level: NewLine["level"], text: string): Promise<void>;
  /** Stores the output of a program for download. Replaces earlier output. @throws LeaseLost */
  toolLog(output: AsyncIterable<Uint8Array>): Promise<void>;
}

/**
 * End of a step: the work has ended; the next step continues from `next`; the process pauses because something is unavailable; or the work
 * was handed over to an owner that reports by numbered events from now on.
 */
export type StepEnd =
  | { readonly end: "done" | "doneWithErrors" | "crashed" | "aborted"; readonly reason?: string }
  | { readonly next: unknown }
  | {
      readonly waitingFor: string;
      /** Pause in seconds. From a minute on, the next check can be up to a minute late. */
      readonly againSeconds: number;
      /** True if the process continues as soon as the agent is linked. */
      readonly isForAgent?: boolean;
    }
  | { readonly handedOver: true; readonly checkpoint?: unknown };

/** Another owner has the process, or the process has ended. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}
