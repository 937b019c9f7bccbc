import { auditMessages } from "../../messages/audit.ts";

const text = auditMessages.objects;

/** What an entry is about, as people say it, from the name that the trail gives: `process:42` is `Process 42`. */
export function objectText(object: string): string {
  const [kind, id] = partsOf(object);
  const known = text.find(([name]) => name === kind)?.[1];
  return known === undefined ? object : known(id);
}

export function partsOf(object: string): readonly [kind: string, id: string] {
  const at = object.indexOf(":");
  return at < 0 ? [object, ""] : [object.slice(0, at), object.slice(at + 1)];
}
