import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Action, DependentKind, Effect } from "./contract.ts";
import type { AllRows, SourceName, SourceRows } from "./sources.ts";

/** Reference to all objects of a kind. It isn't the name of a file. */
export const everyOne = "*";

/** Found dependent, and the normalized ids of the objects that it depends on. */
export interface Found {
  readonly id: string;
  readonly name: string;
  readonly refersTo: readonly string[];
  readonly lastUsed: number | null;
}

/** Dependence of one kind of object on another: where it is stored, and what an action does to the dependent. */
export interface Edge {
  readonly kind: DependentKind;
  readonly sources: readonly SourceName[];
  readonly effects: Readonly<Partial<Record<Action, Effect>>>;
  readonly find: (rows: AllRows) => readonly Found[];
}

type Effects = Edge["effects"];

export function edge<Name extends SourceName>(
  kind: DependentKind,
  source: Name,
  effects: Effects,
  found: (row: SourceRows[Name], rows: AllRows) => Found,
  others: readonly SourceName[] = [],
): Edge {
  const find = (rows: AllRows) =>
    (rows[source] as readonly SourceRows[Name][])
      .map((row) => found(row, rows))
      .filter(({ refersTo }) => refersTo.length > 0);
  return { kind, sources: [source, ...others], effects, find };
}

/** Returns the name of a file as references compare it. */
export const file = normalizedDatabaseName;
/** Offsite locations, offsite schedules, MCP servers and accounts are found regardless of case. */
export const caseless = (name: string) => name.toLowerCase();

/** Names, ids and last uses of rows. */
export const named = {
  clients: ({ id, userName, computerName, kind }: SourceRows["clients"]) => ({
    ...{ id, name: userName || computerName || kind, lastUsed: null },
  }),
  sessions: ({ id, user, lastUsedAt }: SourceRows["sessions"]) => ({ id, name: user, lastUsed: lastUsedAt }),
  grants: ({ id, clientName, account, lastUsedAt }: SourceRows["grants"]) => ({
    ...{ id, name: clientName || account, lastUsed: lastUsedAt },
  }),
  keys: ({ id, label, hint, lastUsed }: SourceRows["adminKeys"]) => ({
    ...{ id: String(id), name: label || hint, lastUsed },
  }),
  webhooks: ({ id, label, channel, lastUsed }: SourceRows["webhooks"]) => ({
    ...{ id: String(id), name: label || channel, lastUsed },
  }),
  triggers: ({ id, label }: SourceRows["triggers"]) => ({ id: String(id), name: label, lastUsed: null }),
  mcpServers: ({ slug, name }: SourceRows["mcpServers"]) => ({ id: slug, name, lastUsed: null }),
  schedules: ({ id, name, lastRunAt }: SourceRows["schedules"]) => ({ id: String(id), name, lastUsed: lastRunAt }),
  recipes: ({ id, name }: SourceRows["recipes"]) => ({ id: String(id), name, lastUsed: null }),
  offsiteSchedules: ({ name, lastSuccessAt }: SourceRows["offsiteSchedules"]) => ({
    ...{ id: name, name, lastUsed: lastSuccessAt },
  }),
  alerts: ({ id, name }: SourceRows["alerts"]) => ({ id: String(id), name, lastUsed: null }),
};
