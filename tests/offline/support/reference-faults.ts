import type { SpecDatabase } from "@aws-cdk/service-spec-types";
import { intrinsic, isObject, type Template, type Value } from "../../../sandbox/aws/cloudformation/template.ts";

/** Returns a sentence for each reference in a template that has no target, names an unknown attribute, or is circular. */
export function referenceFaults(template: Template, spec: SpecDatabase): readonly string[] {
  const faults: string[] = [];
  const uses = new Map<string, ReadonlySet<string>>();
  for (const [name, resource] of Object.entries(template.Resources)) {
    const found = references({ ...resource.Properties });
    faults.push(
      ...found.flatMap((reference) => faultOf(reference, template, spec)).map((fault) => `${name}: ${fault}`),
    );
    const dependsOn = [resource.DependsOn ?? []].flat();
    for (const other of dependsOn)
      if (!(other in template.Resources)) faults.push(`${name}: depends on ${other}, which is not there`);
    const condition = resource.Condition;
    if (condition !== undefined && !(condition in (template.Conditions ?? {})))
      faults.push(`${name}: condition ${condition} is not there`);
    uses.set(
      name,
      new Set([...dependsOn, ...found.map(({ target }) => target)].filter((target) => target in template.Resources)),
    );
  }
  for (const [name, output] of Object.entries(template.Outputs ?? {})) {
    faults.push(
      ...references(output)
        .flatMap((one) => faultOf(one, template, spec))
        .map((fault) => `output ${name}: ${fault}`),
    );
  }
  return [...faults, ...circles(uses)];
}

interface Reference {
  readonly target: string;
  readonly attribute?: string;
  readonly isCondition?: boolean;
}

function references(value: Value): readonly Reference[] {
  const call = intrinsic(value);
  if (call !== undefined) {
    const { name, argument } = call;
    if (name === "Ref") return [{ target: String(argument) }];
    if (name === "Condition") return [{ target: String(argument), isCondition: true }];
    if (name === "Fn::GetAtt") {
      const [target = "", ...attribute] = Array.isArray(argument) ? argument.map(String) : String(argument).split(".");
      return [{ target, attribute: attribute.join(".") }];
    }
    if (name === "Fn::Sub") return inText(argument);
    if (name === "Fn::If" && Array.isArray(argument)) {
      const [condition, ...branches] = argument;
      return [{ target: String(condition), isCondition: true }, ...branches.flatMap(references)];
    }
    return references(argument);
  }
  if (Array.isArray(value)) return value.flatMap(references);
  return isObject(value) ? Object.values(value).flatMap(references) : [];
}

function inText(argument: Value): readonly Reference[] {
  const [text, variables] = Array.isArray(argument) ? argument : [argument];
  const given = isObject(variables) ? variables : {};
  const named = [...String(text).matchAll(/\$\{([^!}][^}]*)\}/g)].map(([, name = ""]) => name.trim());
  return [
    ...Object.values(given).flatMap(references),
    ...named
      .filter((name) => !(name in given))
      .map((name) => {
        const [target = "", ...attribute] = name.split(".");
        return attribute.length === 0 ? { target } : { target, attribute: attribute.join(".") };
      }),
  ];
}

function faultOf(
  { target, attribute, isCondition }: Reference,
  template: Template,
  spec: SpecDatabase,
): readonly string[] {
  if (isCondition === true) return target in (template.Conditions ?? {}) ? [] : [`condition ${target} is not there`];
  if (target.startsWith("AWS::") || target in (template.Parameters ?? {})) return [];
  const resource = template.Resources[target];
  if (resource === undefined) return [`refers to ${target}, which is not there`];
  if (attribute === undefined) return [];
  const [type] = spec.lookup("resource", "cloudFormationType", "equals", resource.Type);
  return type !== undefined && attribute in type.attributes ? [] : [`${resource.Type} has no attribute ${attribute}`];
}

/** Returns circular dependencies between resources. */
function circles(uses: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const done = new Set<string>();
  const faults: string[] = [];
  const walk = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) {
      faults.push(`${[...path.slice(path.indexOf(name)), name].join(" needs ")}`);
      return;
    }
    if (done.has(name)) return;
    for (const next of uses.get(name) ?? []) walk(next, [...path, name]);
    done.add(name);
  };
  for (const name of uses.keys()) walk(name, []);
  return faults;
}
