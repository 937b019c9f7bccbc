import { gzipSync } from "node:zlib";
import type { ComparedStructure } from "#shared/agent/protocol/tasks/comparison-tasks.ts";

/** Maximum number of changes of one kind to name, if they fit. */
const maxNamed = 5_000;
/** Maximum length of an outcome in characters, besides the counts of builds. */
const maxCharacters = 59_000;

/** Packs comparison results. If there are too many changes, names the first of each kind and counts all. */
export function packedStructures(files: readonly ComparedStructure[]): string {
  for (let named = maxNamed; ; named = Math.floor(named / 2)) {
    const packed = gzipSync(JSON.stringify(files.map((file) => cut(file, named)))).toString("base64");
    if (packed.length <= maxCharacters || named === 0) return packed;
  }
}

function cut(file: ComparedStructure, named: number): ComparedStructure {
  return { ...file, kinds: file.kinds.map((kind) => ({ ...kind, changes: kind.changes.slice(0, named) })) };
}
