import { type Action, type confirmations, type Dependent, effects, type Subject } from "./contract.ts";
import { everyOne } from "./edge.ts";
import { graph, normalizedId } from "./graph.ts";
import type { AllRows } from "./sources.ts";

/** Number of objects from which a deletion is confirmed by typing. */
const many = 5;
const recentMs = 7 * 24 * 3_600_000;

/** Dependent before its time becomes a text. */
export type FoundDependent = Omit<Dependent, "lastUsedAt"> & { readonly lastUsed: number | null };

/** Returns everything that an action on the objects affects, worst effect first. Each dependent occurs once, with all its objects. */
export function dependentsIn(rows: AllRows, action: Action, of: readonly Subject[]): readonly FoundDependent[] {
  const found = new Map<string, FoundDependent & { readonly of: string[] }>();
  for (const kind of new Set(of.map((subject) => subject.kind))) {
    const subjects = of.filter((subject) => subject.kind === kind);
    const byId = new Map(subjects.map(({ id }) => [normalizedId(kind, id), id]));
    for (const edge of graph[kind]) {
      const effect = edge.effects[action];
      if (effect === undefined) continue;
      for (const { id, name, refersTo, lastUsed } of edge.find(rows)) {
        const named = refersTo.includes(everyOne) ? [...byId.values()] : idsIn(byId, refersTo);
        const isSubject = of.some((subject) => subject.kind === edge.kind && subject.id === id);
        if (named.length === 0 || isSubject) continue;
        const key = `${edge.kind} ${id}`;
        const known = found.get(key) ?? { kind: edge.kind, id, name, of: [], effect, lastUsed };
        found.set(key, known);
        known.of.push(...named.filter((one) => !known.of.includes(one)));
      }
    }
  }
  return [...found.values()].sort(
    (one, other) => effects.indexOf(one.effect) - effects.indexOf(other.effect) || one.kind.localeCompare(other.kind),
  );
}

function idsIn(byId: ReadonlyMap<string, string>, refersTo: readonly string[]): string[] {
  return [...new Set(refersTo)].flatMap((id) => byId.get(id) ?? []);
}

/** Returns the time of the last known use of the objects, by themselves or by something that stops with them. */
export function lastUseOf(rows: AllRows, of: readonly Subject[], found: readonly FoundDependent[], now: number) {
  const own = of.flatMap(({ kind, id }) => ownUse(rows, kind, normalizedId(kind, id)));
  const byOthers = found
    .filter(({ effect }) => effect !== "kept" && effect !== "silent" && effect !== "shown")
    .flatMap(({ kind, lastUsed }) => (kind === "client" ? now : (lastUsed ?? [])));
  return [...own, ...byOthers].reduce<number | null>((latest, at) => Math.max(latest ?? at, at), null);
}

function ownUse(rows: AllRows, kind: Subject["kind"], id: string): readonly number[] {
  const used = <Row>(all: readonly Row[], idOf: (row: Row) => string | number, at: (row: Row) => number | null) =>
    all.filter((row) => normalizedId(kind, String(idOf(row))) === id).flatMap((row) => at(row) ?? []);
  if (kind === "data-key")
    return used(
      rows.dataKeys,
      (row) => row.id,
      ({ lastUsed }) => lastUsed,
    );
  if (kind === "admin-key")
    return used(
      rows.adminKeys,
      (row) => row.id,
      ({ lastUsed }) => lastUsed,
    );
  if (kind === "webhook")
    return used(
      rows.webhooks,
      (row) => row.id,
      ({ lastUsed }) => lastUsed,
    );
  if (kind === "schedule")
    return used(
      rows.schedules,
      (row) => row.id,
      ({ lastRunAt }) => lastRunAt,
    );
  if (kind === "destination")
    return used(
      rows.destinations,
      (row) => row.id,
      ({ lastSentAt }) => lastSentAt,
    );
  if (kind === "offsite-schedule")
    return used(
      rows.offsiteSchedules,
      (row) => row.name,
      ({ lastSuccessAt }) => lastSuccessAt,
    );
  return [];
}

/** Returns the reason to confirm an action by typing, or null. */
export function confirmationOf(
  action: Action,
  count: number,
  {
    lastUsed,
    isComplete,
    now,
  }: { readonly lastUsed: number | null; readonly isComplete: boolean; readonly now: number },
): (typeof confirmations)[number] | null {
  if (action !== "delete") return null;
  if (lastUsed !== null && now - lastUsed < recentMs) return "recent";
  if (count >= many) return "many";
  return isComplete ? null : "unknown";
}
