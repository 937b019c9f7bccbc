import type { NoteDocument } from "#shared/contract/values/note-document.ts";
import type { DeliveryKind } from "#shared/deliveries/delivery-kind.ts";
import type { SourceRows } from "#shared/dependents/sources.ts";
import type { Watch } from "#shared/notifications/watches/watch.ts";
import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";
import type { TransferParts } from "#shared/transfer/compare.ts";
import type { Platform } from "../platform.ts";
import type { DeliveryPlatform } from "../wiring/deliveries.ts";
import type { AgentPlatform, NotifierPlatform } from "../wiring/work.ts";

/** Parts that a resource can add to other resources. */
export interface Parts {
  /** Notes that belong to files. */
  readonly notesOfFiles: (platform: Pick<Platform, "table" | "clock">) => NotesOfFiles;
  /** Parts of the configuration that can be transferred. */
  readonly transfer: (
    platform: Pick<Platform, "table" | "vault" | "clock" | "ids" | "oauthLimits">,
  ) => Partial<TransferParts>;
  /** Triggers that use files, keys and schedules. */
  readonly triggers: (platform: Pick<Platform, "table">) => Promise<readonly SourceRows["triggers"][]>;
  /** Items to re-encrypt after a rotation of the master key. */
  readonly sealed: SealedItems;
  /** Kind of deliveries, and a task that runs after the sweep of all kinds. */
  readonly deliveries: (platform: DeliveryPlatform) => { readonly kind: DeliveryKind; sweep(): Promise<unknown> };
  /** Watch for problems, and a task that runs before it. */
  readonly watches: (platform: AgentPlatform & NotifierPlatform) => {
    readonly watch: Watch;
    sweep(): Promise<unknown>;
  };
}

interface NotesOfFiles {
  find(file: string): Promise<NoteDocument | undefined>;
  put(file: string, document: NoteDocument): Promise<void>;
  /** Returns the normalized names of all files with a nonempty note. */
  noted(): Promise<ReadonlySet<string>>;
  /** Returns a text that changes when any note is written or deleted. */
  changes(): Promise<string>;
}

/** Data of a resource that its parts read, for the needs of functions that use them. */
export interface Stored {
  readonly partitions: readonly string[];
  readonly secrets: readonly string[];
}

/** All parts of a resource. */
export type AddedParts = Stored & Partial<Parts>;
