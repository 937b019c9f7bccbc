import type { SealContext } from "#shared/ports/vault.ts";
import type { NewLine, ProcessRecord } from "#shared/processes/record.ts";

/** What is known of a kind of work before any of it is done. */
export interface JobPlan {
  /** Such as `keys.rewrap`: the resource that it belongs to, and what it does there. */
  readonly kind: string;
  /** What it does, for people. */
  readonly title: string;
  /** Its parts in order. */
  readonly phases: readonly string[];
  readonly canAbort: boolean;
  /** What it is about, as the audit trail names things, such as `file:Contacts.fmp12`. */
  readonly objects?: readonly string[];
  /** Whether the kind has something to do once a process of it is at its end. */
  readonly isFollowedUp?: boolean;
}

/** A kind of work that takes long. */
export interface JobKind {
  readonly plan: JobPlan;
  /** Whether a step may be done again from its beginning when it is unknown how far it came. Otherwise the process has crashed then. */
  readonly isRepeatable: boolean;
  /** Does one step. Must stop soon once the signal is aborted. What it throws ends the process, or has the step done again where that may be. */
  run(step: StepContext): Promise<StepEnd>;
  /** What each sealed member of an input is bound to, by its name: they are sealed again when the master key changes. */
  sealed?(processId: number, input: unknown): Readonly<Record<string, SealContext>>;
  /** What follows the end of a process, whatever ended it. Done again where it throws; it may come twice. */
  followUp?(process: ProcessRecord): Promise<void>;
}

/** How far a phase is. What is left out stays as it was; a new phase begins at nothing done. */
export interface Progress {
  readonly phase?: string;
  readonly done?: number;
  readonly total?: number | null;
  readonly unit?: string | null;
}

/** Why a step is asked to stop: a user aborts the process, this host is about to stop, or another one has taken the step over. */
export type StopReason = "abort" | "stop" | "lost";

/** What a step sees and says. Everything it says is written under its fence: a step that was taken over writes nothing (R6.2). */
export interface StepContext {
  readonly processId: number;
  /** Names this owner: commands to the agent carry it, and reports come back with it. */
  readonly fence: number;
  /** What the work is about, as it was accepted. */
  readonly input: unknown;
  /** What the step before has left; undefined for the first. */
  readonly checkpoint: unknown;
  /** Aborted when the step is to stop. Its reason is a StopReason. */
  readonly signal: AbortSignal;
  /** Written at most once a second, so it may be said often. @throws LeaseLost */
  progress(progress: Progress): Promise<void>;
  /** A line of the log. @throws LeaseLost */
  log(level: NewLine["level"], text: string): Promise<void>;
  /** Keeps what a program has put out, for download. A later one takes the place of an earlier one. @throws LeaseLost */
  toolLog(output: AsyncIterable<Uint8Array>): Promise<void>;
}

/**
 * How a step ends: with the whole work; with a step that goes on where `next` says; with a pause, for something that is not
 * there; or with the work handed over to an owner that reports by numbered events from now on.
 */
export type StepEnd =
  | { readonly end: "done" | "doneWithErrors" | "crashed" | "aborted"; readonly reason?: string }
  | { readonly next: unknown }
  | { readonly waitingFor: string; readonly againSeconds: number }
  | { readonly handedOver: true; readonly checkpoint?: unknown };

/** Another owner has the process by now, or it has come to its end. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}
