/** A text that is no JSON, or says something twice, so that two readers may see different things in it. */
export class AmbiguousJson extends Error {
  override readonly name = "AmbiguousJson";
}

/**
 * Reads JSON that is to be checked before another program reads it: an object that names a member twice is refused, because
 * readers differ in which of the two they take. @throws AmbiguousJson
 */
export function unambiguousJson(text: string): unknown {
  const value = parsed(text);
  refuseRepeated(text);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AmbiguousJson("it is no JSON", { cause });
  }
}

const string = /"(?:[^"\\]|\\.)*"/y;

/** Looks through text that is known to be JSON for objects with a member twice. */
function refuseRepeated(text: string): void {
  /** Names of the objects that are open, innermost last; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "{") open.push(new Set());
    else if (character === "[") open.push(undefined);
    else if (character === "}" || character === "]") open.pop();
    if (character === "{" || character === ",") isName = open.at(-1) !== undefined;
    if (character !== '"') continue;
    string.lastIndex = at;
    const [literal = '"'] = string.exec(text) ?? [];
    at += literal.length - 1;
    if (!isName) continue;
    isName = false;
    const name: string = JSON.parse(literal);
    const names = open.at(-1);
    if (names?.has(name)) throw new AmbiguousJson("it names a member twice");
    names?.add(name);
  }
}
