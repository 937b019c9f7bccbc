import type * as z from "zod";
import { nearestName } from "#shared/contract/texts/nearest-name.ts";
import { withoutKeys } from "#shared/contract/values/api-key.ts";
import type { MisplacedField } from "./given-fields.ts";
import { maxNamed, type Problems, type UnknownField } from "./known-fields.ts";

/** Describes the first problems of a kind and the number of others. */
export function listed<T>(
  { first, count }: Problems<T>,
  sentence: (problem: T, index: number) => string | readonly string[],
): readonly string[] {
  const sentences = first.slice(0, maxNamed).flatMap(sentence);
  return count > maxNamed ? [...sentences, `and ${count - maxNamed} more`] : sentences;
}

/** Describes an unknown field that was rejected. */
export function ofUnknown(field: UnknownField, index: number): string {
  return `${quoted(field.path)}: unknown field${meant(field, index)}`;
}

/** Describes an unknown field that was ignored. */
export function ofNote(field: UnknownField, index: number): string {
  return `${quoted(field.path)}: unknown field, ignored${meant(field, index)}`;
}

export function ofIgnoredMisplaced({ name, sentIn }: MisplacedField): string {
  return `${quoted([name])} in the ${sentIn}: unknown field, ignored`;
}

/** Describes an empty text in an update, which leaves the field unchanged. */
export function ofEmpty(path: readonly string[]): string {
  return `${quoted(path)}: empty, so it stays unchanged`;
}

export function ofMisplaced({ name, sentIn, isKnown }: MisplacedField): string {
  if (!isKnown) return `${quoted([name])} in the ${sentIn}: unknown field`;
  return `${quoted([name])}: send it in the ${sentIn === "body" ? "query" : "body"}, not in the ${sentIn}`;
}

export function ofParameter(name: string): string {
  return `${quoted([name])}: differs from the value in the path`;
}

export function ofRowName({ row, own }: { readonly row: string; readonly own: string }): string {
  return `${quoted([row])}: another name for ${quoted([own])}; send only one of them`;
}

/** Names each field and its problem, but never the value, which can be a password. */
export function ofIssue({ path, message, ...issue }: z.core.$ZodIssue): readonly string[] {
  if (issue.code === "invalid_union" && issue.errors.length > 0) return ofForms(path, issue.errors);
  // The name of a field in a map is wrong: what it must be is in the problem of the name.
  if (issue.code === "invalid_key") return [`${quoted(path)}: the name ${issue.issues[0]?.message ?? "is invalid"}`];
  return [path.length === 0 ? message : `${quoted(path)}: ${message}`];
}

type Forms = readonly (readonly z.core.$ZodIssue[])[];

/** Describes the problems of the intended form, or of each form if that is unknown. */
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

/** Flattens nested forms. */
function flat(forms: Forms): Forms {
  return forms.flatMap((issues): Forms => {
    const [first] = issues;
    return first?.code === "invalid_union" && first.path.length === 0 && first.errors.length > 0
      ? flat(first.errors)
      : [issues];
  });
}

/**
 * Maximum number of fields that get a suggestion. Comparing names is the most expensive part, and more misspelled names point to a
 * different mistake.
 */
const maxHints = 10;

function meant({ path, names }: UnknownField, index: number): string {
  if (index >= maxHints) return "";
  const nearest = nearestName(path.at(-1) ?? "", names);
  return nearest === undefined ? "" : `. Did you mean \`${nearest}\`?`;
}

/** Quotes a field path. A name can be of any length and can contain a key. */
function quoted(path: readonly PropertyKey[]): string {
  const name = withoutKeys(path.map(String).join(".")).replace(/[\p{Cc}\p{Cf}`]/gu, "?");
  return `\`${name.length > 100 ? `${name.slice(0, 100)}…` : name}\``;
}
