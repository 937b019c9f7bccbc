import { gzipSync } from "node:zlib";
import type { ComparedStructure } from "#shared/agent/protocol/tasks/comparison-tasks.ts";

/** So many changes of one kind are named, where they fit. */
const mostNamed = 5_000;
/** What an outcome has space for, beside the numbers of the builds. Characters. */
const mostCharacters = 59_000;

/** What was compared, packed. Of so many changes that they do not fit, the first of each kind are named, and all are counted. */
export function packedStructures(files: readonly ComparedStructure[]): string {
  for (let named = mostNamed; ; named = Math.floor(named / 2)) {
    const packed = gzipSync(JSON.stringify(files.map((file) => cut(file, named)))).toString("base64");
    if (packed.length <= mostCharacters || named === 0) return packed;
  }
}

function cut(file: ComparedStructure, named: number): ComparedStructure {
  return { ...file, kinds: file.kinds.map((kind) => ({ ...kind, changes: kind.changes.slice(0, named) })) };
}
