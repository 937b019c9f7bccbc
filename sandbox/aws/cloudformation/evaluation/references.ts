import { intrinsic, isObject, type Value } from "../template.ts";

/** Reference to a resource or parameter; `attribute` is set for `Fn::GetAtt` and its form in `Fn::Sub`. */
export interface Reference {
  readonly target: string;
  readonly attribute?: string;
}

/** Returns all references in a value. */
export function referencesIn(value: Value | undefined): readonly Reference[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  const call = intrinsic(value);
  if (call === undefined) return isObject(value) ? Object.values(value).flatMap(referencesIn) : [];
  const { name, argument } = call;
  if (name === "Ref") return [{ target: String(argument) }];
  if (name === "Fn::GetAtt") return [attributeReference(argument)];
  if (name === "Fn::Sub") {
    const [text, variables] = Array.isArray(argument) ? argument : [argument];
    const given = isObject(variables) ? variables : {};
    return [
      ...Object.values(given).flatMap(referencesIn),
      ...placeholdersIn(String(text)).filter(({ target, attribute }) => attribute !== undefined || !(target in given)),
    ];
  }
  return referencesIn(argument);
}

/** Reads the argument of `Fn::GetAtt`: a list, or the logical ID and attribute with a period between them. */
export function attributeReference(argument: Value): Required<Reference> {
  const [target = "", ...attribute] = Array.isArray(argument) ? argument.map(String) : String(argument).split(".");
  return { target, attribute: attribute.join(".") };
}

/** Placeholder in the text of `Fn::Sub`. `${!Literal}` isn't one. */
export const placeholder = /\$\{([^!}][^}]*)\}/g;

function placeholdersIn(text: string): readonly Reference[] {
  return [...text.matchAll(placeholder)].map(([, name = ""]) => placeholderReference(name));
}

export function placeholderReference(name: string): Reference {
  const trimmed = name.trim();
  return trimmed.includes(".") ? attributeReference(trimmed) : { target: trimmed };
}
