import { timestamp } from "#shared/contract/scalars.ts";
import type { DeliveryKind } from "#shared/deliveries/delivery-kind.ts";
import { posts } from "#shared/deliveries/post.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import { keyStore } from "#shared/keys/store.ts";
import { triggeredRuns } from "#shared/schedules/messages.ts";
import { scheduleStore } from "#shared/schedules/store.ts";
import { addressCheck } from "#shared/triggers/address-check.ts";
import { definitions } from "#shared/triggers/definitions.ts";
import { targetDelivery } from "#shared/triggers/relay/target-delivery.ts";
import { serverTriggers } from "#shared/triggers/server-triggers.ts";
import { type Settling, settling } from "#shared/triggers/settle.ts";
import { sealedTriggers, triggerPartitions, triggerSecrets, triggerStore } from "#shared/triggers/store.ts";
import { type Targets, targets as targetsOf } from "#shared/triggers/targets.ts";
import { transferredTriggers } from "#shared/triggers/transfer.ts";
import { memoized } from "../memoized.ts";
import type { CommonPlatform, Platform } from "../platform.ts";
import { eventFeed, keyCache } from "../wiring/calls.ts";
import { engineWith, type OwnPlatform } from "../wiring/deliveries.ts";
import { type FileMakerPlatform, fileMakerOData } from "../wiring/filemaker.ts";
import { type NotifierPlatform, notificationPublisher } from "../wiring/work.ts";
import type { AddedParts } from "./added-parts.ts";

export const parts: AddedParts = {
  partitions: triggerPartitions,
  secrets: [triggerSecrets],
  sealed: sealedTriggers,
  deliveries: (platform) => ({ kind: triggerDelivery(platform), sweep: triggerSettling(platform).sweep }),
  triggers: async ({ table }) =>
    (await triggerStore(table).all())
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ id, label, database, current, next, targets }) => ({
        ...{ id, label, database, keyId: (next ?? current)?.keyId ?? null },
        scheduleIds: targets.flatMap(({ scheduleId }) => scheduleId ?? []),
      })),
  transfer: ({ table, vault, ids, clock }) => ({
    triggers: transferredTriggers({
      store: triggerStore(table),
      keys: keyStore(table),
      schedules: scheduleStore(table).all,
      vault,
      ids,
      clock,
    }),
  }),
};

/** Relay targets and their secrets. */
export const relayTargets = memoized(({ table, vault, ids }: Pick<Platform, "table" | "vault" | "ids">): Targets => {
  const schedules = scheduleStore(table);
  return targetsOf({
    vault,
    ids,
    nextTargetId: triggerStore(table).nextTargetId,
    hasSchedule: async (id) => (await schedules.get(id)) !== undefined,
  });
});

/** Delivers changes to relay targets. */
const triggerDelivery = memoized((platform: TargetDeliveryPlatform): DeliveryKind => {
  const { queue, callouts, clock, log, background, baseUrl } = platform;
  return targetDelivery({
    store: triggerStore(platform.table),
    targets: relayTargets(platform),
    post: posts({ callouts, clock }),
    runSchedule: triggeredRuns({ queue, clock }),
    clock,
    async disabled({ id, label }, target, reason) {
      log.error({ event: "target_disabled", trigger: id, target: target.id, reason });
      background.waitUntil("publishing a trigger", eventFeed(platform).publish(`trigger:${id}`));
      const text = `A target of “${label}” was disabled. ${reason}.`;
      const data = { subject: label, text, serverUrl: baseUrl(), timestamp: timestamp(clock.now()) };
      await notificationPublisher(platform)({ event: "webhook_disabled", subject: `target:${target.id}`, data });
    },
  });
});

type TargetDeliveryPlatform = CommonPlatform & NotifierPlatform & Pick<Platform, "queue">;

/** Delivery engine for functions that only relay FileMaker Server's triggers. */
export const triggerEngine = memoized((platform: TriggerEnginePlatform) =>
  engineWith(platform, [triggerDelivery(platform)]),
);

type TriggerEnginePlatform = OwnPlatform & TargetDeliveryPlatform;

type SettlingPlatform = TriggerEnginePlatform & FileMakerPlatform & Pick<CommonPlatform, "baseUrl" | "prefixes">;

export type TriggersPlatform = SettlingPlatform & Pick<CommonPlatform, "bodyMs" | "largestBodyBytes">;

/** Makes FileMaker Server's triggers match the configured ones. */
export const triggerSettling = memoized((platform: SettlingPlatform): Settling => {
  const { clock, log } = platform;
  return settling({
    store: triggerStore(platform.table),
    definitions: definitionsOf(platform),
    serverOf: serverOf(platform),
    clock,
    log,
    announce: (id) => eventFeed(platform).publish(`trigger:${id}`),
    async refused({ id, label }, reason) {
      log.error({ event: "trigger_refused", trigger: id, reason });
      const text = `FileMaker Server doesn't send changes for “${label}”. ${reason}`;
      const data = { subject: label, text, serverUrl: platform.baseUrl(), timestamp: timestamp(clock.now()) };
      await notificationPublisher(platform)({ event: "webhook_disabled", subject: `trigger:${id}`, data });
    },
  });
});

export const definitionsOf = memoized((platform: SettlingPlatform) => {
  const { vault, baseUrl, prefixes, callouts } = platform;
  return definitions({
    vault,
    keyCache: keyCache(platform),
    checkAddress: addressCheck(callouts),
    relayUrl: (id, secret) => `${baseUrl()}/${prefixes[0]}/triggers/in/${id}/${secret}`,
  });
});

export const serverOf = (platform: SettlingPlatform) => (database: string, account: Account) =>
  serverTriggers(fileMakerOData(platform), database, account);
