import { timestamp } from "#shared/contract/scalars.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import { addressCheck } from "#shared/triggers/address-check.ts";
import { definitions } from "#shared/triggers/definitions.ts";
import { relayService } from "#shared/triggers/relay/service.ts";
import { serverTriggers } from "#shared/triggers/server-triggers.ts";
import { triggerService } from "#shared/triggers/service.ts";
import { type Settling, settling } from "#shared/triggers/settle.ts";
import { type TriggerEnginePlatform, triggerEngine } from "../deliveries/engine-wiring.ts";
import { bodiesOfDeliveries } from "../deliveries/wiring.ts";
import { eventFeed } from "../events/wiring.ts";
import { fileMakerOData } from "../filemaker/wiring.ts";
import { keyCache } from "../keys/cache-wiring.ts";
import { memoized } from "../memoized.ts";
import { notificationPublisher } from "../notifications/publish-wiring.ts";
import type { CommonPlatform } from "../platform.ts";
import type { WebhookDeliveryPlatform } from "../webhooks/delivery-wiring.ts";
import { keyForFile } from "../webhooks/key-wiring.ts";
import { relayTargets, triggerRecords } from "./delivery-wiring.ts";

type SettlingPlatform = TriggerEnginePlatform & WebhookDeliveryPlatform & Pick<CommonPlatform, "baseUrl" | "prefixes">;
export type TriggersPlatform = SettlingPlatform & Pick<CommonPlatform, "bodyMs" | "largestBodyBytes">;

/** The triggers resource, and the relay that FileMaker Server calls. */
export const triggers = memoized((platform: TriggersPlatform) => {
  const { vault, clock, ids, log, baseUrl, bodyMs, largestBodyBytes } = platform;
  const store = triggerRecords(platform);
  return {
    ...triggerService({
      store,
      definitions: definitionsOf(platform),
      settling: triggerSettling(platform),
      targets: relayTargets(platform),
      serverOf: serverOf(platform),
      async keyForFile(named) {
        const { handle, database } = await keyForFile(platform, named);
        return { keyId: handle.record.id, database };
      },
      checkAddress: addressCheck(platform.callouts),
      vault,
      clock,
      ids,
    }),
    ...relayService({
      store,
      engine: triggerEngine(platform),
      keepBody: (id, body) => bodiesOfDeliveries(platform).keep(id, body),
      async schemaChanged({ database, current }) {
        const table = current?.tableName ?? "";
        const text = `The schema of table ${table} in ${database} was changed.`;
        const data = { subject: table, text, serverUrl: baseUrl(), timestamp: timestamp(clock.now()) };
        await notificationPublisher(platform)({ event: "schema_changed", subject: `${database}#${table}`, data });
      },
      clock,
      log,
      bodyMs,
      largestBodyBytes,
    }),
  };
});

/** Makes FileMaker Server's triggers match the configured ones. */
export const triggerSettling = memoized((platform: SettlingPlatform): Settling => {
  const { clock, log } = platform;
  return settling({
    store: triggerRecords(platform),
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

const definitionsOf = memoized((platform: SettlingPlatform) => {
  const { vault, baseUrl, prefixes, callouts } = platform;
  return definitions({
    vault,
    keyCache: keyCache(platform),
    checkAddress: addressCheck(callouts),
    relayUrl: (id, secret) => `${baseUrl()}/${prefixes[0]}/triggers/in/${id}/${secret}`,
  });
});

const serverOf = (platform: SettlingPlatform) => (database: string, account: Account) =>
  serverTriggers(fileMakerOData(platform), database, account);
