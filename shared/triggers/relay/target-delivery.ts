import * as z from "zod";
import { longestFailingMs } from "#shared/contract/values/outgoing-times.ts";
import type { AttemptEnd, DeliveryKind, Post } from "#shared/deliveries/api.ts";
import { signedHeaders } from "#shared/http/standard-webhooks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { TargetRecord, TriggerRecord } from "../record.ts";
import type { TriggerStore } from "../store.ts";
import type { Targets } from "../targets.ts";

/** Data stored with an event in addition to its bytes. */
const TargetContext = z.object({ triggerId: z.int(), targetId: z.int(), contentType: z.string() });
export type TargetContext = z.infer<typeof TargetContext>;

interface TargetDeliveryDependencies {
  readonly store: Pick<TriggerStore, "get" | "change">;
  readonly targets: Pick<Targets, "secrets">;
  readonly post: Post;
  /** Runs a schedule at a time, once regardless of the number of calls. */
  readonly runSchedule: (scheduleId: number, at: number) => Promise<void>;
  readonly clock: Clock;
  /** Reports that a target was disabled. */
  readonly disabled: (trigger: TriggerRecord, target: TargetRecord, reason: string) => Promise<void>;
}

const longestMs = 30_000;
const minuteMs = 60_000;

/** Creates the kind of deliveries to targets of the relay. */
export function targetDelivery(dependencies: TargetDeliveryDependencies): DeliveryKind {
  const { store, targets, post, runSchedule, clock, disabled } = dependencies;

  /** Records the state of a target after an attempt, if it changed. */
  const note = async ({ id }: TriggerRecord, target: TargetRecord, next: Partial<TargetRecord>): Promise<void> => {
    await store.change(id, (latest) => ({
      ...latest,
      targets: latest.targets.map((known) => (known.id === target.id ? { ...known, ...next } : known)),
    }));
  };

  const disable = async (trigger: TriggerRecord, target: TargetRecord, disabledReason: string): Promise<void> => {
    await note(trigger, target, { isEnabled: false, disabledReason });
    await disabled(trigger, target, disabledReason);
  };

  const noteEnd = async (trigger: TriggerRecord, target: TargetRecord, end: AttemptEnd): Promise<void> => {
    const { failingSince } = target;
    if (end.outcome === "delivered") {
      if (failingSince !== null) await note(trigger, target, { failingSince: null });
    } else if (failingSince === null) await note(trigger, target, { failingSince: clock.now() });
    else if (clock.now() - failingSince > longestFailingMs)
      await disable(trigger, target, "Deliveries have failed for five days");
  };

  return {
    name: "target",
    longestMs: () => longestMs,
    isOrdered: async () => false,

    async attempt({ record, body }) {
      const { triggerId, targetId, contentType } = TargetContext.parse(JSON.parse(record.context));
      const trigger = await store.get(triggerId);
      const target = trigger?.targets.find(({ id }) => id === targetId);
      if (trigger === undefined || target === undefined)
        return { outcome: "refused", status: null, reason: "The target was deleted" };
      if (!target.isEnabled) return { outcome: "refused", status: null, reason: "The target is disabled" };
      if (target.scheduleId !== null) {
        // All events within a minute cause one run, after the last of them.
        await runSchedule(target.scheduleId, Math.ceil((record.createdAt + 1) / minuteMs) * minuteMs);
        return { outcome: "delivered", status: null };
      }
      const { url, headers, secret, previous } = await targets.secrets(triggerId, target);
      const now = clock.now();
      const secrets = previous !== null && now < previous.until ? [secret, previous.secret] : [secret];
      const content = await body();
      const signature = signedHeaders({ id: record.id, body: content, now }, secrets);
      const end = await post({
        url,
        headers: { ...headers, "Content-Type": contentType, ...signature },
        body: content,
      });
      if (end.isGone) await disable(trigger, target, "The receiver responded that it is gone (HTTP 410)");
      else await noteEnd(trigger, target, end);
      return end;
    },
  };
}
