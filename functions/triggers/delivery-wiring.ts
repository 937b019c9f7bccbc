import { timestamp } from "#shared/contract/scalars.ts";
import type { DeliveryKind } from "#shared/deliveries/delivery-kind.ts";
import { posts } from "#shared/deliveries/post.ts";
import { triggeredRuns } from "#shared/schedules/messages.ts";
import { scheduleStore } from "#shared/schedules/store.ts";
import { targetDelivery } from "#shared/triggers/relay/target-delivery.ts";
import { triggerStore } from "#shared/triggers/store.ts";
import { type Targets, targets as targetsOf } from "#shared/triggers/targets.ts";
import { eventFeed } from "../events/wiring.ts";
import { memoized } from "../memoized.ts";
import { type NotifierPlatform, notificationPublisher } from "../notifications/publish-wiring.ts";
import type { CommonPlatform, Platform } from "../platform.ts";

export type TargetDeliveryPlatform = Pick<
  CommonPlatform,
  "table" | "vault" | "ids" | "clock" | "log" | "callouts" | "background" | "baseUrl"
> &
  NotifierPlatform &
  Pick<Platform, "queue">;

export const triggerRecords = memoized(({ table }: Pick<Platform, "table">) => triggerStore(table));

/** Relay targets and their secrets. */
export const relayTargets = memoized(({ table, vault, ids }: Pick<Platform, "table" | "vault" | "ids">): Targets => {
  const schedules = scheduleStore(table);
  return targetsOf({
    vault,
    ids,
    nextTargetId: triggerRecords({ table }).nextTargetId,
    hasSchedule: async (id) => (await schedules.get(id)) !== undefined,
  });
});

/** Delivers changes to relay targets. */
export const triggerDelivery = memoized((platform: TargetDeliveryPlatform): DeliveryKind => {
  const { queue, callouts, clock, log, background, baseUrl } = platform;
  return targetDelivery({
    store: triggerRecords(platform),
    targets: relayTargets(platform),
    post: posts({ callouts, clock }),
    runSchedule: triggeredRuns({ queue, clock }),
    clock,
    async disabled({ id, label }, target, reason) {
      log.error({ event: "target_disabled", trigger: id, target: target.id, reason });
      background.waitUntil("publishing a trigger", eventFeed(platform).publish(`trigger:${id}`));
      const text = `A target of “${label}” was switched off. ${reason}.`;
      const data = { subject: label, text, serverUrl: baseUrl(), timestamp: timestamp(clock.now()) };
      await notificationPublisher(platform)({ event: "webhook_disabled", subject: `target:${target.id}`, data });
    },
  });
});
