import { ComparisonOutcome } from "#shared/agent/protocol/tasks/comparison-tasks.ts";
import { type TaskFieldsFor, tasks } from "#shared/agent/protocol/tasks/task.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { JobPlan, Jobs } from "#shared/jobs/api.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { ProcessStore } from "#shared/processes/api.ts";
import type { BuildRequest } from "../contract.ts";
import type { BuildRecord } from "../record.ts";
import { requestContext } from "../store.ts";
import { comparisonOf } from "./comparison.ts";
import type { FileOpener, StructureComparison } from "./contract.ts";
import { structuresIn } from "./packed-structures.ts";
import type { BuildPair, ComparisonRecord, ComparisonStore } from "./store.ts";

export const comparePlan: JobPlan = {
  kind: "builds.compare",
  title: "Compare builds",
  phases: tasks["builds.compare"].phases,
  canAbort: true,
  isFollowedUp: true,
};

interface ComparisonDependencies {
  readonly store: ComparisonStore;
  readonly processes: Pick<ProcessStore, "get">;
  readonly jobs: () => Pick<Jobs, "accept">;
  /** Returns the input of an agent's process, sealed to that process. */
  readonly taskInput: (
    work: "builds.compare",
    fields: TaskFieldsFor<"builds.compare">,
  ) => (processId: number) => Promise<unknown>;
  /** Minimum free space on the host's disks, in bytes. */
  readonly floorBytes: number;
  readonly vault: Pick<Vault, "open">;
}

/** Comparisons of the structure of files in two builds. */
export interface StructureComparisons {
  /** Returns the comparison of a pair. */
  of(pair: BuildPair): Promise<StructureComparison>;
  /** Starts the comparison of a pair, unless its result is complete. @throws ServiceError */
  start(
    from: BuildRecord,
    to: BuildRecord,
    origin: { readonly openers: readonly FileOpener[]; readonly startedBy: string },
  ): Promise<{ readonly started: boolean; readonly processId: number }>;
}

export function structureComparisons(dependencies: ComparisonDependencies): StructureComparisons {
  const { store, processes, jobs, taskInput, floorBytes, vault } = dependencies;

  const shown = async (record: ComparisonRecord | undefined): Promise<StructureComparison> => {
    if (record === undefined) return nothingKnown;
    const { processId, found } = record;
    const process = found?.processId === processId ? undefined : await processes.get(processId);
    if (process === undefined) return found === null ? nothingKnown : comparedBy(found);
    const before = { ...(found === null ? nothingKnown : comparedBy(found)), processId };
    if (process.endedAt === null) return { ...before, state: "running" };
    if (process.outcome === null) return { ...before, state: "failed", reason: process.reason };
    // It is about to be stored with the pair.
    const { packed } = ComparisonOutcome.parse(JSON.parse(process.outcome));
    return comparedBy({ processId, packed, comparedAt: process.endedAt });
  };

  /** Returns the accounts that a build was made with, by normalized file names. */
  const openersOf = async ({ id, sealedRequest }: BuildRecord): Promise<ReadonlyMap<string, FileOpener>> => {
    const { files }: BuildRequest = JSON.parse(await vault.open(sealedRequest, requestContext(id)));
    return byFile(files);
  };

  return {
    of: async (pair) => shown(await store.get(pair)),

    async start(from, to, { openers, startedBy }) {
      const pair = { from: from.id, to: to.id };
      const differing = comparisonOf(from, to).files.flatMap(({ fileName, from: before, to: after }) =>
        before === null || after === null || before.sha256 === after.sha256 ? [] : [normalizedDatabaseName(fileName)],
      );
      if (differing.length === 0) throw new ServiceError("builds_alike");
      const given = byFile(openers);
      for (const [name, { fileName }] of given)
        if (!differing.includes(name))
          throw new ServiceError("input_invalid", { text: `\`files\`: ${fileName} doesn't differ between the builds` });

      const record = await store.get(pair);
      const { state, processId: known, files } = await shown(record);
      const isWhole = state === "compared" && files.every((file) => file.state === "compared");
      if (known !== null && (state === "running" || (isWhole && openers.length === 0)))
        return { started: false, processId: known };
      for (const { buildId, existsInOutbox } of [from, to])
        if (!existsInOutbox) throw new ServiceError("build_not_in_outbox", { text: buildId });

      const [openersBefore, openersAfter] = [await openersOf(from), await openersOf(to)];
      const inputOf = taskInput("builds.compare", {
        from: { id: from.id, build: from.buildId },
        to: { id: to.id, build: to.buildId },
        files: differing.map((name) => ({
          from: fileIn(from, name, openerOf(openersBefore.get(name), given.get(name))),
          to: fileIn(to, name, openerOf(openersAfter.get(name), given.get(name))),
        })),
        floorBytes,
      });
      const processId = await jobs().accept({
        plan: {
          ...comparePlan,
          title: `${comparePlan.title} ${from.buildId} and ${to.buildId}`.slice(0, 200),
          objects: [`build:${from.id}`, `build:${to.id}`],
        },
        async inputOf(processId) {
          // Stored before the process exists, because that can begin and end immediately.
          await store.put({ schema: 1, ...pair, processId, found: record?.found ?? null });
          return inputOf(processId);
        },
        startedBy,
      });
      return { started: true, processId };
    },
  };
}

/** Stores the result of a comparison with its pair, as long as the records of both builds exist. Repeatable. */
export async function keepComparison(
  store: ComparisonStore,
  { from, to, packed }: ComparisonOutcome,
  { processId, comparedAt }: { readonly processId: number; readonly comparedAt: number },
): Promise<void> {
  const record = await store.get({ from, to });
  // Not if a build was deleted meanwhile, or a newer comparison was requested.
  if (record?.processId === processId) await store.put({ ...record, found: { processId, packed, comparedAt } });
}

const nothingKnown: StructureComparison = { state: "none", processId: null, reason: null, comparedAt: null, files: [] };

function comparedBy({ processId, packed, comparedAt }: NonNullable<ComparisonRecord["found"]>): StructureComparison {
  return {
    ...{ state: "compared", processId, reason: null, comparedAt: timestamp(comparedAt) },
    files: structuresIn(packed),
  };
}

function byFile(files: readonly FileOpener[]): ReadonlyMap<string, FileOpener> {
  return new Map(files.map((file) => [normalizedDatabaseName(file.fileName), file]));
}

/** Returns a file of a build, and the account that opens it. */
function fileIn({ files, buildId }: BuildRecord, name: string, opener: ReturnType<typeof openerOf>) {
  const file = files.find(({ fileName }) => normalizedDatabaseName(fileName) === name);
  if (file?.size === undefined || file.sha256 === undefined)
    throw new ServiceError("build_not_completed", { text: buildId });
  return { file: file.fileName, sizeBytes: file.size, sha256: file.sha256, ...opener };
}

/** Returns the account given for the comparison, or the one that the build was made with, or the account of new files. */
function openerOf(ofBuild: FileOpener | undefined, given: FileOpener | undefined) {
  const account = given?.user === undefined ? ofBuild : given;
  const encryptionKey = given?.encryptionKey ?? ofBuild?.encryptionKey;
  return {
    username: account?.user ?? "Admin",
    password: account?.password ?? "",
    ...(encryptionKey !== undefined && { encryptionKey }),
  };
}
