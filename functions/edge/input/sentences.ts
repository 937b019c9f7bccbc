import type * as z from "zod";
import { withoutKeys } from "#shared/contract/values/api-key.ts";
import type { MisplacedField } from "./given-fields.ts";
import { maxNamed, type Problems, type UnknownField } from "./known-fields.ts";
import { nearestName } from "./nearest-name.ts";

/** Names the first problems of a kind, and says how many more there are. */
export function listed<T>(
  { first, count }: Problems<T>,
  sentence: (problem: T, index: number) => string | readonly string[],
): readonly string[] {
  const sentences = first.slice(0, maxNamed).flatMap(sentence);
  return count > maxNamed ? [...sentences, `and ${count - maxNamed} more`] : sentences;
}

/** A field that no schema names, where it is refused. */
export function ofUnknown(field: UnknownField, index: number): string {
  return `${quoted(field.path)}: there is no such field${meant(field, index)}`;
}

/** A field that no schema names, where it is passed over. */
export function ofNote(field: UnknownField, index: number): string {
  return `${quoted(field.path)} was passed over: this operation knows no such field${meant(field, index)}`;
}

export function ofMisplaced({ name, sentIn, isKnown }: MisplacedField): string {
  if (!isKnown) return `${quoted([name])} in the ${sentIn}: there is no such field`;
  return `${quoted([name])}: this operation takes it in the ${sentIn === "body" ? "query" : "body"}, not in the ${sentIn}`;
}

export function ofParameter(name: string): string {
  return `${quoted([name])}: the path names another`;
}

export function ofRowName({ row, own }: { readonly row: string; readonly own: string }): string {
  return `${quoted([row])}: is another name of ${quoted([own])}, and both were sent`;
}

/** Names each field and what is wrong with it, never the value, which may be a password. */
export function ofIssue({ path, message, ...issue }: z.core.$ZodIssue): readonly string[] {
  if (issue.code === "invalid_union" && issue.errors.length > 0) return ofForms(path, issue.errors);
  return [path.length === 0 ? message : `${quoted(path)}: ${message}`];
}

type Forms = readonly (readonly z.core.$ZodIssue[])[];

/** Of a field that has several forms: what is wrong with the form that was meant, or, where that is unknown, with each. */
function ofForms(path: readonly PropertyKey[], given: Forms): readonly string[] {
  const forms = flat(given);
  const wellTyped = forms.filter(([first]) => first?.code !== "invalid_type" || first.path.length > 0);
  const [form] = wellTyped;
  if (form !== undefined && wellTyped.length === 1)
    return form.flatMap((issue) => ofIssue({ ...issue, path: [...path, ...issue.path] }));
  const firsts = (wellTyped.length === 0 ? forms : wellTyped).flatMap((issues) => issues.slice(0, 1));
  const message = [...new Set(firsts.map((issue) => issue.message))].join(", or ");
  return ofIssue({ code: "custom", path: [...path], input: undefined, message });
}

/** A form that has several forms itself counts as those. */
function flat(forms: Forms): Forms {
  return forms.flatMap((issues): Forms => {
    const [first] = issues;
    return first?.code === "invalid_union" && first.path.length === 0 && first.errors.length > 0
      ? flat(first.errors)
      : [issues];
  });
}

/** Comparing a name costs more than all else about it, and one who misspelled more than these has made another mistake. */
const maxHints = 10;

function meant({ path, names }: UnknownField, index: number): string {
  if (index >= maxHints) return "";
  const nearest = nearestName(path.at(-1) ?? "", names);
  return nearest === undefined ? "" : `. Did you mean \`${nearest}\`?`;
}

/** Callers may have sent a key as a name, and names of any length. */
function quoted(path: readonly PropertyKey[]): string {
  const name = withoutKeys(path.map(String).join(".")).replace(/[\p{Cc}\p{Cf}`]/gu, "?");
  return `\`${name.length > 100 ? `${name.slice(0, 100)}…` : name}\``;
}
