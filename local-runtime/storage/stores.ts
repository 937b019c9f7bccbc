import type { BlobStore } from "#shared/ports/blob-addresses.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Log } from "#shared/ports/log.ts";
import type { Queue, QueueSource } from "#shared/ports/queue.ts";
import type { Schedules } from "#shared/ports/schedules.ts";
import type { Table } from "#shared/ports/table.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { LocalSettings } from "../../functions/settings/local.ts";
import { type LocalAddresses, localAddresses } from "./blob-addresses.ts";
import { openBlobFolder, openDataFolder, openJobQueue } from "./data-folder.ts";
import { type DeliveryQueue, deliveryQueue, type StoredDeliveryQueue, storedDeliveryQueue } from "./delivery-queue.ts";
import type { FolderKind } from "./folder-kind.ts";

/** Stores of the service, and the folder of its log. */
export interface Stores {
  readonly table: Table & { close(): void };
  readonly vault: Vault;
  readonly log: Log & { close(): Promise<void> };
  /** Default: a folder next to the other data, and addresses of the gateway itself. */
  readonly blobs?: BlobStore;
  /** Default: a queue next to the other data, with its schedules. */
  readonly work?: Work;
  /** Stored messages about deliveries, immediate and scheduled. Default: in memory, because the table knows what is due. */
  readonly deliveryQueue?: StoredDeliveryQueue;
  /** Checks that the stores are of this kind, and that the key which opens their secrets also sealed them. @throws SettingRefused */
  check?(kind: FolderKind): Promise<void>;
  /** Returns the free bytes on the stores' disk. Undefined if they aren't on this machine. */
  readonly freeBytes?: () => Promise<number>;
  /** Milliseconds that calls wait for the table if they can continue without it. */
  readonly waitMs: number;
}

/** Messages about jobs, immediate and scheduled. */
interface Work {
  readonly queue: Queue & QueueSource;
  readonly schedules: Schedules;
  close(): void;
}

export type OpenStores = (settings: LocalSettings, clock: Clock, ids: Ids) => Stores;

/** Open stores. */
export interface OpenedStores
  extends Required<Omit<Stores, "check" | "freeBytes" | "deliveryQueue">>,
    Pick<Stores, "freeBytes"> {
  readonly deliveryQueue: DeliveryQueue;
  /** Addresses of the gateway itself. */
  readonly localAddresses: LocalAddresses;
}

interface StoreOptions {
  readonly settings: LocalSettings;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly baseUrl: () => string;
  /** Opens other stores than those in the data folder. */
  readonly open: OpenStores | undefined;
  readonly kind: FolderKind;
}

/** Opens the service's stores. @throws SettingRefused */
export async function openStores({ settings, clock, ids, baseUrl, open, kind }: StoreOptions): Promise<OpenedStores> {
  const stores: Stores = (open ?? openDataFolder)(settings, clock, ids);
  await stores.check?.(kind);
  const own = localAddresses({ vault: stores.vault, clock, baseUrl, prefix: settings.SERVICE_PREFIX });
  return {
    ...stores,
    localAddresses: own,
    blobs: stores.blobs ?? { blobs: await openBlobFolder(settings, clock, ids), addresses: own },
    work: stores.work ?? localWork(settings, clock),
    deliveryQueue:
      stores.deliveryQueue === undefined
        ? deliveryQueue({ clock, log: stores.log })
        : storedDeliveryQueue(stores.deliveryQueue, { clock, log: stores.log }),
  };
}

function localWork(settings: LocalSettings, clock: Clock): Work {
  const queue = openJobQueue(settings, clock);
  return { queue, schedules: queue.schedules, close: () => queue.close() };
}
