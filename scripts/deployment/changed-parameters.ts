import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import { type Deployment, declaredParameters } from "./parameters.ts";

/** Returns the parameters of a stack from its template's `Metadata`. */
export function parametersIn(metadata: unknown): Readonly<Record<string, string>> {
  const { Latchkey } = (metadata ?? {}) as { readonly Latchkey?: { readonly Parameters?: Record<string, unknown> } };
  return Object.fromEntries(Object.entries(Latchkey?.Parameters ?? {}).map(([name, value]) => [name, String(value)]));
}

/**
 * Describes a deployment's changes to the current parameters, one per line.
 * @throws SettingRefused if an omitted parameter would go back to its default
 */
export function changedParameters(
  { parameters, named }: Pick<Deployment, "parameters" | "named">,
  deployed: Readonly<Record<string, string>>,
): readonly string[] {
  const changes = Object.entries(declaredParameters)
    .map(([name, byDefault]) => ({ name, before: deployed[name] ?? byDefault, now: parameters[name] ?? byDefault }))
    .filter(({ before, now }) => before !== now);
  const omitted = changes.filter(({ name }) => !named.has(name));
  if (omitted.length > 0) {
    const sentences = omitted.map(
      ({ name, before }) =>
        `${name} is ${before} there: add --param="${name}=${before}", or "${name}=" for the default.`,
    );
    throw new SettingRefused(["The deployed stack has parameters that you didn't pass.", ...sentences].join("\n"));
  }
  return changes.map(({ name, before, now }) => `${name}: ${before || "nothing"} → ${now || "nothing"}`);
}
