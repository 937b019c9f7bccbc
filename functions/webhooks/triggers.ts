import { timestamp } from "#shared/contract/scalars.ts";
import { deliveryBlobs } from "#shared/deliveries/bodies.ts";
import { deliveryPartitions } from "#shared/deliveries/store.ts";
import { keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { notificationEventPartitions } from "#shared/notifications/store.ts";
import { schedulePartitions } from "#shared/schedules/store.ts";
import { addressCheck } from "#shared/triggers/address-check.ts";
import { triggers } from "#shared/triggers/contract.ts";
import { relay } from "#shared/triggers/relay/contract.ts";
import { relayService } from "#shared/triggers/relay/service.ts";
import { triggerService } from "#shared/triggers/service.ts";
import { triggerPartitions, triggerSecrets, triggerStore } from "#shared/triggers/store.ts";
import {
  definitionsOf,
  relayTargets,
  serverOf,
  type TriggersPlatform,
  triggerEngine,
  triggerSettling,
} from "../additions/triggers.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, notifies, servesAdmins } from "../needs.ts";
import { keyForFile } from "../wiring/calls.ts";
import { bodiesOfDeliveries } from "../wiring/deliveries.ts";
import { notificationPublisher } from "../wiring/work.ts";

export const resource = defineResource({
  contract: { ...triggers, ...relay },
  wiring: service,
  needs: needs(servesAdmins, notifies, {
    seals: [triggerSecrets],
    opens: [triggerSecrets, keySecrets.data],
    // Schema changes that the server reports are notified.
    reads: [triggerPartitions, schedulePartitions, notificationEventPartitions, keyLookupPartitions.data],
    writes: [triggerPartitions, deliveryPartitions],
    parts: { blobs: { [deliveryBlobs]: ["put"] }, queue: ["send"] },
  }),
});

/** The triggers resource, and the relay that FileMaker Server calls. */
function service(platform: TriggersPlatform) {
  const { vault, clock, ids, log, baseUrl, bodyMs, largestBodyBytes } = platform;
  const store = triggerStore(platform.table);
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
        const text = `The schema of table ${table} in ${database} changed.`;
        const data = { subject: table, text, serverUrl: baseUrl(), timestamp: timestamp(clock.now()) };
        await notificationPublisher(platform)({ event: "schema_changed", subject: `${database}#${table}`, data });
      },
      clock,
      log,
      bodyMs,
      largestBodyBytes,
    }),
  };
}
