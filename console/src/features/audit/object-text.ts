import { auditMessages } from "../../messages/english/audit.ts";

const text = auditMessages.objects;

/** Returns the readable name of an entry's object: `process:42` becomes `Process 42`. */
export function objectText(object: string): string {
  const [kind, id] = partsOf(object);
  const known = text.find(([name]) => name === kind)?.[1];
  return known === undefined ? object : known(id);
}

export function partsOf(object: string): readonly [kind: string, id: string] {
  const at = object.indexOf(":");
  return at < 0 ? [object, ""] : [object.slice(0, at), object.slice(at + 1)];
}
