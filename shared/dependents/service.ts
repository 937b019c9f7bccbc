import type { Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { dependents, Subject } from "./contract.ts";
import { confirmationOf, dependentsIn, lastUseOf } from "./find-dependents.ts";
import { graph } from "./graph.ts";
import type { AllRows, SourceName, SourceRows } from "./sources.ts";

/** Reads all rows of a source. @throws ServiceError if FileMaker Server doesn't answer */
export type Readers = { readonly [Name in SourceName]: (call: Call) => Promise<readonly SourceRows[Name][]> };

interface DependentServiceDependencies {
  readonly readers: Readers;
  readonly clock: Pick<Clock, "now">;
}

/** Sources with the last use of objects, in addition to the sources of their dependents. */
const ownSources: Readonly<Partial<Record<Subject["kind"], SourceName>>> = {
  "data-key": "dataKeys",
  "admin-key": "adminKeys",
  webhook: "webhooks",
  schedule: "schedules",
  destination: "destinations",
  "offsite-schedule": "offsiteSchedules",
};

export function dependentService({ readers, clock }: DependentServiceDependencies): ServiceOf<typeof dependents> {
  return {
    async findDependents({ action, of }, call) {
      const now = clock.now();
      const edges = [...new Set(of.map(({ kind }) => kind))].flatMap((kind) => graph[kind]);
      const needed = edges.filter(({ effects }) => effects[action] !== undefined);
      const own = of.flatMap(({ kind }) => ownSources[kind] ?? []);
      const names = [...new Set([...needed.flatMap(({ sources }) => sources), ...own])];
      const read = await Promise.all(names.map((name) => readSource(readers, name, call)));
      const rows = { ...noRows(readers), ...Object.fromEntries(read.map(({ name, rows: found }) => [name, found])) };
      const found = dependentsIn(rows, action, of);
      const unread = unreadKinds(needed, new Map(read.map(({ name, reason }) => [name, reason])));
      const isComplete = unread.length === 0;
      const lastUsed = lastUseOf(rows, of, found, now);
      return {
        dependents: found.map(({ lastUsed: at, ...rest }) => ({
          ...rest,
          lastUsedAt: at === null ? null : timestamp(at),
        })),
        isComplete,
        unread,
        lastUsedAt: lastUsed === null ? null : timestamp(lastUsed),
        confirmation: confirmationOf(action, of.length, { lastUsed, isComplete, now }),
      };
    },
  };
}

/** Reads a source. If FileMaker Server doesn't answer, the others are still answered, and the reason is returned. */
async function readSource(readers: Readers, name: SourceName, call: Call) {
  try {
    return { name, rows: await readers[name](call), reason: undefined };
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    return { name, rows: [], reason: thrown.message };
  }
}

function noRows(readers: Readers): AllRows {
  return Object.fromEntries(Object.keys(readers).map((name) => [name, []])) as unknown as AllRows;
}

function unreadKinds(edges: (typeof graph)[Subject["kind"]], reasons: ReadonlyMap<SourceName, string | undefined>) {
  const byKind = new Map(
    edges.flatMap(({ kind, sources }) => {
      const reason = sources.map((name) => reasons.get(name)).find((one) => one !== undefined);
      return reason === undefined ? [] : [[kind, reason] as const];
    }),
  );
  return [...byKind].map(([kind, reason]) => ({ kind, reason }));
}
