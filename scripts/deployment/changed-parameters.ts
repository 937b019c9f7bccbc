import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import { type Deployment, declaredParameters } from "./parameters.ts";

/** The parameters of a stack, as the `Metadata` of its template has them. */
export function parametersIn(metadata: unknown): Readonly<Record<string, string>> {
  const { Latchkey } = (metadata ?? {}) as { readonly Latchkey?: { readonly Parameters?: Record<string, unknown> } };
  return Object.fromEntries(Object.entries(Latchkey?.Parameters ?? {}).map(([name, value]) => [name, String(value)]));
}

/** What a deployment changes of the parameters of the stack as it stands, a line each. @throws SettingRefused where one would go back to its default by omission */
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
        `${name} is ${before} there: say --param="${name}=${before}", or "${name}=" for its default.`,
    );
    throw new SettingRefused(["The stack was deployed with more than is given now.", ...sentences].join("\n"));
  }
  return changes.map(({ name, before, now }) => `${name}: ${before || "nothing"} → ${now || "nothing"}`);
}
