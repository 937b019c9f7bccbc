import type { Resource, Template } from "../../../sandbox/aws/cloudformation/template.ts";

/** Returns a sentence for each route that API Gateway doesn't accept, or that belongs to several functions. */
export function routeFaults({ Resources }: Template): readonly string[] {
  const ofType = (type: string) => Object.entries(Resources).filter(([, resource]) => resource.Type === type);
  return [
    ...siblingFaults(ofType("AWS::ApiGateway::Resource")),
    ...ownerFaults(Resources, ofType("AWS::ApiGateway::Method")),
  ];
}

/** Checks that a resource has at most one variable below it, `{id}` or `{path+}`, and each word once, as API Gateway requires. */
function siblingFaults(resources: readonly (readonly [string, Resource])[]): readonly string[] {
  const byParent = Map.groupBy(resources, ([, { Properties }]) => JSON.stringify(Properties?.ParentId));
  return [...byParent.values()].flatMap((children) => {
    const parts = children.map(([, { Properties }]) => String(Properties?.PathPart));
    const variables = parts.filter((part) => part.startsWith("{"));
    const twice = parts.filter((part, at) => parts.indexOf(part) !== at);
    return [
      ...(variables.length > 1 ? [`${variables.join(" and ")} are variables below one resource`] : []),
      ...twice.map((part) => `${part} stands twice below one resource`),
    ];
  });
}

/** Checks that a resource and all of its paths belong to one function, regardless of the method. */
function ownerFaults(
  resources: Template["Resources"],
  methods: readonly (readonly [string, Resource])[],
): readonly string[] {
  const owners = new Map<string, Set<string>>();
  for (const [, { Properties }] of methods) {
    const path = prefixOf(resources, Properties?.ResourceId);
    const [owner = ""] = /\w+LambdaFunction/.exec(JSON.stringify(Properties?.Integration ?? "")) ?? [];
    if (owner !== "") owners.set(path, (owners.get(path) ?? new Set()).add(owner));
  }
  return [...owners].flatMap(([path, names]) =>
    names.size > 1 ? [`${path} belongs to ${[...names].toSorted().join(" and ")}`] : [],
  );
}

/** Returns the words of a resource's path before its first variable. */
function prefixOf(resources: Template["Resources"], id: unknown): string {
  const { Ref: name } = (id ?? {}) as { readonly Ref?: string };
  const resource = name === undefined ? undefined : resources[name];
  if (resource === undefined) return "";
  const before = prefixOf(resources, resource.Properties?.ParentId);
  const part = String(resource.Properties?.PathPart);
  return part.startsWith("{") ? before : `${before}/${part}`;
}
