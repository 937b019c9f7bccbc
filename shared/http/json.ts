import { scanJson } from "./json-scan.ts";

const maxDepth = 32;
/** Maximum number of values. Real input of 1 MB has fewer. */
const maxValues = 100_000;
const reservedNames = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Parses one JSON value of at most `maxNames` names, because each costs JSON.parse up to a microsecond. The text is scanned first, so
 * that JSON.parse gets nothing that is expensive to build.
 * @throws ServiceError json_invalid with line and column: bad syntax, too deep, too many names or values, a repeated or a reserved name
 *, and values that JSON.parse would change: unpaired surrogates and numbers that are too large
 */
export function parseJson(text: string, maxNames: number): unknown {
  let count = 0;
  /** Names by depth, each with the number of the last object that had it: at each depth only one object is open at a time. */
  const names: Map<string, number>[] = [];
  const onName = (name: string, object: number, depth: number): string | undefined => {
    count += 1;
    if (count > maxNames) return `more than ${maxNames} names`;
    if (reservedNames.has(name)) return "reserved name";
    names[depth] ??= new Map();
    if (names[depth].get(name) === object) return "duplicate name";
    names[depth].set(name, object);
    return undefined;
  };
  scanJson(text, { maxDepth, maxValues, isExact: true, onName });
  return JSON.parse(text);
}
