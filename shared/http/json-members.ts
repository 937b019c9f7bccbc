import { ServiceError } from "#shared/contract/errors.ts";
import { scanJson } from "./json-scan.ts";

/** Text that isn't JSON, or repeats a name, so that two parsers can read it differently. */
export class AmbiguousJson extends Error {
  override readonly name = "AmbiguousJson";
}

/** Maximum nesting depth. FileMaker's calls are nested a few levels deep. */
const maxDepth = 100;

/**
 * Parses JSON that is checked before another program reads it. Repeated names in an object are rejected, because parsers differ in
 * which value they use.
 * @throws AmbiguousJson
 */
export function unambiguousJson(text: string): unknown {
  /** Names by depth, each with the number of the last object that had it: at each depth only one object is open at a time. */
  const names: Map<string, number>[] = [];
  let isRepeated = false;
  const onName = (name: string, object: number, depth: number): string | undefined => {
    names[depth] ??= new Map();
    isRepeated = names[depth].get(name) === object;
    names[depth].set(name, object);
    return isRepeated ? "duplicate name" : undefined;
  };
  try {
    scanJson(text, { maxDepth, maxValues: Number.POSITIVE_INFINITY, isExact: false, onName });
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    throw new AmbiguousJson(isRepeated ? "duplicate member name" : "invalid JSON", { cause });
  }
  return JSON.parse(text);
}
