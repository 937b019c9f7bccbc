import type { Clock } from "#shared/ports/clock.ts";
import type { CountedCall } from "#shared/usage/counted-call.ts";
import { type UsageCounters, usageCounters } from "#shared/usage/counters.ts";
import { type UsageRecorder, usageRecorder } from "#shared/usage/recorder.ts";
import type { UsageStore } from "#shared/usage/store.ts";

/** Returns a typical call with these differences. */
export function aCall(differences: Partial<CountedCall> = {}): CountedCall {
  return {
    key: "data-key:1",
    file: "Contacts.fmp12",
    api: "data",
    method: "GET",
    outcome: "answered",
    receivedBytes: 0,
    sentBytes: 1_000,
    firstByteMs: 8,
    code: undefined,
    error: undefined,
    ...differences,
  };
}

/** The counting and writing of one process. */
export interface CountingProcess extends UsageRecorder {
  readonly counters: UsageCounters;
  call(count: number, differences?: Partial<CountedCall>): void;
}

/** Starts a process that counts from now on. */
export function aProcess(
  name: string,
  store: Pick<UsageStore, "putMinute">,
  clock: Pick<Clock, "now">,
): CountingProcess {
  const counters = usageCounters(name, clock.now());
  return {
    counters,
    call(count, differences) {
      for (let call = 0; call < count; call += 1) counters.call(clock.now(), aCall(differences));
    },
    ...usageRecorder({ counters, store, clock }),
  };
}
