import type { ReceivedMessage } from "#shared/ports/queue.ts";
import type { NeedsOn, NoMoreThan } from "./needs.ts";
import type { CommonPlatform } from "./platform.ts";

/** Work that no caller waits for: messages of a queue, log lines, and a sweep at regular intervals. */
export interface Work {
  consume?(message: ReceivedMessage, stopping?: AbortSignal): Promise<unknown>;
  collect?(lines: readonly string[]): Promise<void>;
  sweep(): Promise<unknown>;
}

/** Part of a function that works without a caller, and what it needs of AWS. */
export interface Worker {
  readonly wiring: (platform: never) => Work;
  readonly needs: NeedsOn<object>;
}

/** Defines a worker. Platform parts that `wiring` uses must be in `needs` and the reverse, or the code doesn't compile. */
export function defineWorker<Needs extends object, const Declared extends NeedsOn<Needs>>(definition: {
  readonly wiring: (platform: Needs & CommonPlatform) => Work;
  readonly needs: Declared & NoMoreThan<Needs, Declared>;
}): Worker {
  return definition;
}
