import { allBlobNames } from "#shared/ports/all-blob-names.ts";
import type { Blobs } from "#shared/ports/blobs.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { deliveryBlobs } from "./bodies.ts";
import type { DeliveryStore } from "./store.ts";
import { timeOf } from "./time-prefixes.ts";

interface OrphanedBodiesDependencies {
  readonly store: Pick<DeliveryStore, "get">;
  readonly blobs: Blobs;
  readonly clock: Clock;
}

/** Minimum age of an orphan: a body is stored before its delivery, which may follow shortly. */
const underWayMs = 60 * 60_000;

/** Deletes the bodies of deliveries that no longer exist. Returns their number. On AWS, a lifecycle rule of the bucket does the same. */
export async function deleteOrphanedBodies({ store, blobs, clock }: OrphanedBodiesDependencies): Promise<number> {
  let deleted = 0;
  for await (const name of allBlobNames(blobs, deliveryBlobs)) {
    const id = name.slice(deliveryBlobs.length);
    if (timeOf(id) > clock.now() - underWayMs || (await store.get(id)) !== undefined) continue;
    await blobs.delete(name);
    deleted += 1;
  }
  return deleted;
}
