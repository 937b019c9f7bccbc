import type { KeyLimits } from "#shared/contract/values/key-limits.ts";
import type { AdminApiKey, DataApiKey } from "#shared/keys/contract.ts";

export const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const;
type Method = (typeof methods)[number];

/** Limits of a key in a form. Lists are lines of text; undefined: no limit. */
export interface LimitsDraft {
  readonly endsAt: string | undefined;
  readonly methods: readonly Method[] | undefined;
  readonly layouts: string | undefined;
  readonly scripts: string | undefined;
  readonly networks: string | undefined;
  readonly callsPerMinute: string;
  readonly callsPerDay: string;
  readonly timeZone: string;
}

/** Returns a key's stored limits as a draft. */
export function draftOf({ ends_at, limits }: DataApiKey | AdminApiKey): LimitsDraft {
  const known: Partial<KeyLimits> = limits ?? {};
  return {
    endsAt: ends_at ?? undefined,
    methods: known.methods ?? undefined,
    layouts: known.layouts?.join("\n"),
    scripts: known.scripts?.join("\n"),
    networks: known.networks?.join("\n"),
    callsPerMinute: known.callsPerMinute?.toString() ?? "",
    callsPerDay: known.callsPerDay?.toString() ?? "",
    timeZone: known.timeZone ?? "",
  };
}

export type LimitsField = "endsAt" | "methods" | "networks" | "callsPerMinute" | "callsPerDay";

/**
 * Returns errors by field: a new expiration that has passed, no method, no network, or an invalid number. The lists of layouts and scripts can
 * be empty.
 */
export function faultsIn(
  draft: LimitsDraft,
  { ends_at }: Pick<DataApiKey, "ends_at">,
  now: number,
): Readonly<Record<LimitsField, boolean>> {
  const { endsAt } = draft;
  return {
    endsAt: endsAt !== undefined && endsAt !== ends_at && Date.parse(endsAt) <= now,
    methods: draft.methods?.length === 0,
    networks: draft.networks !== undefined && linesOf(draft.networks).length === 0,
    callsPerMinute: !isCount(draft.callsPerMinute),
    callsPerDay: !isCount(draft.callsPerDay),
  };
}

/** Returns all limits of a draft, with null for those that were removed. */
export function limitsIn(draft: LimitsDraft): KeyLimits {
  return {
    methods: draft.methods === undefined ? null : [...draft.methods],
    layouts: listIn(draft.layouts),
    scripts: listIn(draft.scripts),
    networks: listIn(draft.networks),
    callsPerMinute: countIn(draft.callsPerMinute),
    callsPerDay: countIn(draft.callsPerDay),
    timeZone: draft.timeZone === "" || countIn(draft.callsPerDay) === null ? null : draft.timeZone,
  };
}

function listIn(text: string | undefined): string[] | null {
  return text === undefined ? null : [...linesOf(text)];
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function isCount(text: string): boolean {
  return /^\s*(?:[1-9]\d{0,8})?\s*$/.test(text);
}

function countIn(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}
