import type { Operations, ServiceOf } from "#shared/contract/operation.ts";
import type { NeedsOn, NoMoreThan } from "../needs.ts";
import type { CommonPlatform } from "../platform.ts";

/** Resource of the API: its operations, how its service is built on a platform, and what it needs of AWS. */
export interface Resource {
  readonly contract: Operations;
  readonly wiring: (platform: never) => Readonly<Record<string, unknown>>;
  readonly needs: NeedsOn<object>;
}

/**
 * Defines a resource. Platform parts that `wiring` uses must be in `needs` and the reverse, or the code doesn't compile: on Lambda, only
 * the parts in `needs` are opened.
 */
export function defineResource<
  R extends Operations,
  Needs extends object,
  const Declared extends NeedsOn<Needs>,
>(definition: {
  readonly contract: R;
  readonly wiring: (platform: Needs & CommonPlatform) => ServiceOf<R>;
  readonly needs: Declared & NoMoreThan<Needs, Declared>;
}): Resource {
  return definition;
}
