import * as z from "zod";
import { ServiceError } from "#shared/contract/errors.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Blobs } from "#shared/ports/blobs.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { maxDelaySeconds } from "#shared/ports/limits/queue-limits.ts";
import type { Log } from "#shared/ports/log.ts";
import { isPassingFault } from "#shared/ports/passing-fault.ts";
import type { QueueSource, ReceivedMessage } from "#shared/ports/queue.ts";
import type { NewLine, ProcessRecord, ProcessStore } from "#shared/processes/api.ts";
import { type JobKind, LeaseLost, type StepEnd } from "./job-kind.ts";
import type { ScheduledJobs } from "./jobs.ts";
import {
  backoffSeconds,
  ended,
  type LeaseDecision,
  leaseDecision,
  maxAttempts,
  paused,
  released,
  restAfter,
  taken,
} from "./rules.ts";
import { openStep, type Step } from "./step.ts";

interface ConsumerDependencies {
  readonly store: ProcessStore;
  readonly jobs: Pick<ScheduledJobs, "enqueue" | "again">;
  readonly queue: Pick<QueueSource, "release">;
  readonly kinds: () => readonly JobKind[];
  readonly blobs: () => Blobs;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  readonly announce: (id: number) => Promise<void>;
  /**
   * Handles messages that aren't about a process. Returns undefined for messages about one. Rejects to be called again, unless it is the
   * last try.
   */
  readonly other: (message: unknown, isLastTry: boolean) => Promise<void> | undefined;
}

/**
 * Handles a message. Resolves when the message is finished. Rejects if it must be delivered again; after five times it becomes a dead
 * letter. Messages can arrive twice, late and in any order. `stopping` is aborted when this host is about to stop: repeatable
 * steps are interrupted then.
 */
export type JobConsumer = (delivery: ReceivedMessage, stopping: AbortSignal) => Promise<void>;

const JobMessage = z.object({ process: z.int().min(1) });

export function jobConsumer(dependencies: ConsumerDependencies): JobConsumer {
  const { store, jobs, queue, kinds, clock, log, announce, other } = dependencies;

  /** Fences of the steps that are running in this host. Their owner is alive, even if the lease has expired by the clock. */
  const underWay = new Map<number, number>();

  /** Takes the lease, or ends a process that can't continue. Returns the process if this host owns it now. */
  const take = async (id: number, kind: JobKind | undefined): Promise<ProcessRecord | undefined> => {
    let decision: LeaseDecision | undefined;
    const record = await store.change(id, (found) => {
      const now = clock.now();
      decision = decisionOn(found, kind, now);
      if (decision === "leased" || decision === "early" || decision === "waiting") return undefined;
      if (decision === "take") return { record: taken(found, now) };
      const [state, reason] = endings[decision];
      return { record: ended(found, state, reason, now), lines: [{ level: "error", text: reason }] };
    });
    // A process that starts much later has a schedule. In the last minutes, this message starts it. The sender's clock can differ from
    // ours, so the message can be slightly early.
    const early = decision === "early" ? ((record?.startAt ?? 0) - clock.now()) / 1000 : Number.POSITIVE_INFINITY;
    if (early <= maxDelaySeconds) await jobs.enqueue(id, Math.max(0, Math.ceil(early)));
    // Also if the process was already final: its owner may have died before it announced that.
    await announce(id);
    return decision === "take" ? record : undefined;
  };

  const decisionOn = (found: ProcessRecord, kind: JobKind | undefined, now: number): LeaseDecision => {
    if (found.leasedUntil > 0 && underWay.get(found.id) === found.fence) return "leased";
    return kind === undefined ? "give up" : leaseDecision(found, kind.isRepeatable, now);
  };

  const perform = async (kind: JobKind, record: ProcessRecord, delivery: ReceivedMessage, stopping: AbortSignal) => {
    const step = openStep(dependencies, record);
    underWay.set(record.id, record.fence);
    const stop = (): void => step.stop("stop");
    if (kind.isRepeatable) {
      stopping.addEventListener("abort", stop);
      if (stopping.aborted) stop();
    }
    try {
      const end = await kind.run(step.context).catch((thrown: unknown) => ({ thrown }));
      if ("thrown" in end) await failStep({ step, kind, record, delivery, thrown: end.thrown });
      else await closeStep(step, record, end);
    } catch (thrown) {
      if (!(thrown instanceof LeaseLost)) throw thrown; // Its new owner completes the step.
    } finally {
      step.over();
      if (underWay.get(record.id) === record.fence) underWay.delete(record.id);
      stopping.removeEventListener("abort", stop);
    }
  };

  const closeStep = async (step: Step, { id }: ProcessRecord, end: StepEnd): Promise<void> => {
    const now = () => clock.now();
    if ("end" in end) {
      await step.close((mine) => ended(mine, end.end, end.reason ?? null, now()), [lastLines[end.end]]);
    } else if ("next" in end) {
      const checkpoint = JSON.stringify(end.next);
      let restSeconds = 0;
      await step.close((mine) => {
        const stepsInARow = mine.stepsInARow + 1;
        restSeconds = restAfter({ stepsInARow });
        return { ...released(mine, null, now()), checkpoint, attempts: 0, stepsInARow };
      });
      await jobs.again(id, restSeconds);
    } else if ("waitingFor" in end) {
      await step.close((mine) => paused(mine, end, now() + end.againSeconds * 1000, now()));
      await jobs.again(id, end.againSeconds);
    } else {
      const checkpoint = end.checkpoint === undefined ? {} : { checkpoint: JSON.stringify(end.checkpoint) };
      await step.close((mine) => ({ ...mine, ...checkpoint, isElsewhere: true, attempts: 0, stepsInARow: 0 }));
    }
  };

  interface FailedStep {
    readonly step: Step;
    readonly kind: JobKind;
    readonly record: ProcessRecord;
    readonly delivery: ReceivedMessage;
    readonly thrown: unknown;
  }

  /** @throws the error, if the message must be delivered again */
  const failStep = async ({ step, kind, record, delivery, thrown }: FailedStep): Promise<void> => {
    const stopReason: unknown = step.context.signal.aborted ? step.context.signal.reason : undefined;
    const now = () => clock.now();
    if (stopReason === "lost") return;
    if (stopReason === "abort") {
      const line: NewLine = { level: "info", text: "Aborted" };
      return step.close((mine) => ended(mine, "aborted", null, now()), [line]);
    }
    if (stopReason === "stop") {
      // The next owner finds the state before this step.
      await step.close((mine) => ({ ...released(mine, now(), now()), attempts: mine.attempts - 1 }));
      throw thrown;
    }
    const reason = thrown instanceof ServiceError ? thrown.text : "Something went wrong in Latchkey";
    log.error({
      event: "step_failed",
      process: record.id,
      kind: record.kind,
      attempt: record.attempts,
      reason: reasonOf(thrown),
    });
    const isLastTry = record.attempts >= maxAttempts || delivery.receiveCount >= maxAttempts;
    const isFinal = (thrown instanceof ServiceError && thrown.status < 500) || !isPassingFault(thrown);
    const lines: readonly NewLine[] = [{ level: "error", text: reason }];
    if (isFinal || !kind.isRepeatable || isLastTry) {
      await step.close((mine) => ended(mine, "failed", reason, now()), lines);
      if (isLastTry && kind.isRepeatable && !isFinal) throw thrown;
      return;
    }
    await step.close((mine) => released(mine, now() + backoffSeconds(delivery.receiveCount) * 1000, now()), lines);
    throw thrown;
  };

  const followUp = async (kind: JobKind | undefined, id: number): Promise<void> => {
    if (kind?.followUp === undefined) return;
    const process = await store.get(id);
    if (process !== undefined && process.endedAt !== null) await kind.followUp(process);
  };

  const handle: JobConsumer = async (delivery, stopping) => {
    const message: unknown = JSON.parse(delivery.body);
    const done = other(message, delivery.receiveCount >= maxAttempts);
    if (done !== undefined) return done;
    const { process: id } = JobMessage.parse(message);
    const found = await store.get(id);
    if (found === undefined) return; // It ended long ago and was deleted.
    const kind = kinds().find(({ plan }) => plan.kind === found.kind);
    const record = await take(id, kind);
    try {
      if (record !== undefined && kind !== undefined) await perform(kind, record, delivery, stopping);
    } finally {
      await followUp(kind, id);
    }
  };

  return async (delivery, stopping) => {
    try {
      await handle(delivery, stopping);
    } catch (thrown) {
      const delay = stopping.aborted ? 0 : backoffSeconds(delivery.receiveCount);
      // If the queue is unavailable, the message returns automatically, later.
      await queue.release(delivery.receipt, delay).catch(() => undefined);
      throw thrown;
    }
  };
}

const lastLines = {
  done: { level: "success", text: "Done" },
  doneWithErrors: { level: "error", text: "Done with errors" },
  crashed: { level: "error", text: "The worker lost track of this process" },
  aborted: { level: "info", text: "Aborted" },
} as const satisfies Readonly<Record<string, NewLine>>;

const endings = {
  abort: ["aborted", "Aborted before it could continue"],
  crash: ["crashed", "The worker stopped without a report"],
  "give up": ["failed", `Stopped after ${maxAttempts} failed attempts`],
} as const;
