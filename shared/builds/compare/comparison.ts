import { ServiceError } from "#shared/contract/errors.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { BuildRecord } from "../record.ts";
import { type BuildComparison, type ComparedFile, factNames } from "./contract.ts";

type Facts = NonNullable<ComparedFile["from"]>;
/** Files of a build by normalized name. */
type BuiltFiles = ReadonlyMap<string, { readonly fileName: string; readonly facts: Facts }>;

/**
 * Compares the records of two builds, file by file.
 * @throws ServiceError build_not_completed
 */
export function comparisonOf(from: BuildRecord, to: BuildRecord): Omit<BuildComparison, "structure"> {
  return { from: comparedBuild(from), to: comparedBuild(to), files: comparedFiles(filesOf(from), filesOf(to)) };
}

function comparedBuild({ id, buildId, createdAt }: BuildRecord): BuildComparison["from"] {
  return { id, buildId, createdAt: timestamp(createdAt) };
}

function comparedFiles(before: BuiltFiles, after: BuiltFiles): ComparedFile[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((name) => {
    const [old, present] = [before.get(name), after.get(name)];
    const shown = present ?? old;
    return shown === undefined ? [] : [{ fileName: shown.fileName, ...changeOf(old?.facts, present?.facts) }];
  });
}

function changeOf(from: Facts | undefined, to: Facts | undefined): Omit<ComparedFile, "fileName"> {
  if (from === undefined || to === undefined)
    return { change: from === undefined ? "added" : "removed", differences: [], from: from ?? null, to: to ?? null };
  const differences = factNames.filter((name) => from[name] !== to[name]);
  return { change: differences.length === 0 ? "unchanged" : "changed", differences, from, to };
}

/** Returns the files of a build, which are known after the build has completed. */
function filesOf({ buildId, files }: BuildRecord): BuiltFiles {
  return new Map(
    files.map(({ fileName, clone, size, sha256, hasContainerData = false }) => {
      if (size === undefined || sha256 === undefined) throw new ServiceError("build_not_completed", { text: buildId });
      return [normalizedDatabaseName(fileName), { fileName, facts: { clone, size, sha256, hasContainerData } }];
    }),
  );
}
