import { timestamp } from "#shared/contract/scalars.ts";
import { longestFailingMs } from "#shared/contract/values/outgoing-times.ts";
import type { AttemptEnd } from "#shared/deliveries/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Publish } from "./publish.ts";
import type { DestinationRecord } from "./record.ts";
import type { NotificationStore } from "./store.ts";

/** Results of sending to destinations. */
export interface DestinationResults {
  /** Records a result, and disables a destination that is gone or has failed for days. */
  note(destination: DestinationRecord, end: AttemptEnd, isTest: boolean): Promise<void>;
}

interface DestinationResultsDependencies {
  readonly store: NotificationStore;
  readonly publish: Publish;
  readonly baseUrl: () => string;
  readonly clock: Clock;
  /** Publishes that a destination has changed. */
  readonly announce: (id: number) => Promise<void>;
}

export function destinationResults(dependencies: DestinationResultsDependencies): DestinationResults {
  const { store, publish, baseUrl, clock, announce } = dependencies;

  const disable = async ({ id, label }: DestinationRecord, reason: string): Promise<void> => {
    let wasActive = false;
    await store.change(id, (found) => {
      wasActive = found.active;
      return found.active ? { ...found, active: false, disabledReason: reason, updatedAt: clock.now() } : found;
    });
    // Several deliveries can detect this concurrently.
    if (!wasActive) return;
    const text = `“${label}” was disabled. ${reason}`;
    const data = { subject: label, text, serverUrl: baseUrl(), timestamp: timestamp(clock.now()) };
    await publish({ event: "destination_disabled", subject: String(id), data });
  };

  return {
    async note(destination, end, isTest) {
      const { id, active, target } = destination;
      const now = clock.now();
      const isDelivered = end.outcome === "delivered";
      const before = await store.use(id);
      // A failed test doesn't count toward disabling, because an administrator is already working on it.
      const failingSince = isDelivered ? null : (before.failingSince ?? (isTest ? null : now));
      const lastResult = resultText(end, target.type === "teams");
      const lastResultIsError = !isDelivered;
      await store.noteUse(id, { lastSentAt: now, lastResult, lastResultIsError, failingSince }, isDelivered ? 1 : 0);
      if (active && !isTest && end.outcome === "refused" && end.status === 410)
        await disable(destination, "The destination responded that it is gone (HTTP 410).");
      // A destination that was enabled again gets another five days.
      else if (
        active &&
        !isTest &&
        failingSince !== null &&
        now - Math.max(failingSince, destination.updatedAt) > longestFailingMs
      )
        await disable(destination, "Deliveries have failed for five days.");
      await announce(id);
    },
  };
}

/** Returns the result as a sentence. */
export function resultText(end: AttemptEnd, isTeams: boolean): string {
  if (end.outcome !== "delivered") return end.reason;
  return isTeams
    ? `Accepted (HTTP ${end.status}). Check the workflow's run history to see if the message was posted`
    : `Taken (${end.status})`;
}
