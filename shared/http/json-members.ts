import { ServiceError } from "#shared/contract/errors.ts";
import { scanJson } from "./json-scan.ts";

/** A text that is no JSON, or says something twice, so that two readers may see different things in it. */
export class AmbiguousJson extends Error {
  override readonly name = "AmbiguousJson";
}

/** FileMaker's calls are nested a few levels deep. */
const maxDepth = 100;

/**
 * Reads JSON that is to be checked before another program reads it: an object that names a member twice is refused, because
 * readers differ in which of the two they take. @throws AmbiguousJson
 */
export function unambiguousJson(text: string): unknown {
  /** Names by depth, each with the number of the object that had it last: of a depth only one object is open at a time. */
  const names: Map<string, number>[] = [];
  let isRepeated = false;
  const onName = (name: string, object: number, depth: number): string | undefined => {
    names[depth] ??= new Map();
    isRepeated = names[depth].get(name) === object;
    names[depth].set(name, object);
    return isRepeated ? "a name that the object has already" : undefined;
  };
  try {
    scanJson(text, { maxDepth, maxValues: Number.POSITIVE_INFINITY, isExact: false, onName });
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    throw new AmbiguousJson(isRepeated ? "it names a member twice" : "it is no JSON", { cause });
  }
  return JSON.parse(text);
}
