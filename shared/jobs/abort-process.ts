import { ServiceError } from "#shared/contract/errors.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { ProcessRecord, ProcessStore } from "#shared/processes/api.ts";
import { isFinal } from "#shared/processes/api.ts";
import type { ScheduledJobs } from "./jobs.ts";

/** Asks a process to stop, and returns the process afterwards. @throws ServiceError if it doesn't exist, or can't be stopped anymore */
export type AbortProcess = (id: number) => Promise<ProcessRecord>;

interface AbortProcessDependencies {
  readonly store: Pick<ProcessStore, "change">;
  readonly jobs: Pick<ScheduledJobs, "unschedule" | "enqueue">;
  readonly clock: Clock;
  readonly announce: (id: number) => Promise<void>;
  /** Notifies an owner elsewhere that the process must abort. */
  readonly requestAbort: (id: number, fence: number) => void;
}

export function abortProcess({ store, jobs, clock, announce, requestAbort }: AbortProcessDependencies): AbortProcess {
  return async (id) => {
    let refusal: "process_final" | "process_not_abortable" | undefined = "process_final";
    const record = await store.change(id, (found) => {
      refusal = found.canAbort ? undefined : "process_not_abortable";
      if (refusal !== undefined || found.abortRequestedAt !== null) return undefined;
      return { record: abortRequested(found, clock.now()), lines: [{ level: "info", text: "Abort requested" }] };
    });
    if (record === undefined) throw new ServiceError("process_not_found");
    if (refusal !== undefined) throw new ServiceError(refusal);
    if (record.isElsewhere) requestAbort(id, record.fence);
    if (isFinal(record.state)) await jobs.unschedule(record);
    if (isFinal(record.state) && record.isFollowedUp) await jobs.enqueue(id);
    await announce(id);
    return record;
  };
}

/**
 * Returns the process after an abort request. Without an owner it is aborted immediately; otherwise its owner, here or elsewhere, is asked
 * to stop.
 */
function abortRequested(record: ProcessRecord, now: number): ProcessRecord {
  const asked = { ...record, abortRequestedAt: now, saidAt: now };
  if (record.leasedUntil > 0 || record.isElsewhere || isFinal(record.state)) return asked;
  return { ...asked, state: "aborted", endedAt: now, waitingFor: null, againAt: null, input: "null" };
}
