interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  DependsOn?: string | readonly string[];
}

type Resources = Record<string, Resource>;

const methodType = "AWS::ApiGateway::Method";
const partType = "AWS::ApiGateway::Resource";

/**
 * Replaces the routes of one function by a route for the rest of each path that has several of them below it. API Gateway prefers other
 * routes, which are more specific. The framework makes two resources for each path, and the number of resources of a stack is limited.
 */
export function joinRoutes(resources: Resources, functionName: string): void {
  const parts = Object.entries(resources).filter(([, { Type }]) => Type === partType);
  const methods = Object.entries(resources).filter(([, { Type }]) => Type === methodType);
  const owner = `"${functionName.charAt(0).toUpperCase()}${functionName.slice(1)}LambdaFunction"`;
  const childrenOf = (id: string) => parts.filter(([, { Properties }]) => refIn(Properties.ParentId) === id);
  const methodsOf = (id: string) => methods.filter(([, { Properties }]) => refIn(Properties.ResourceId) === id);

  /** Returns a path part, everything below it, and their methods. */
  const treeOf = (id: string): readonly string[] => [
    id,
    ...methodsOf(id).map(([name]) => name),
    ...childrenOf(id).flatMap(([child]) => treeOf(child)),
  ];
  const isOwned = (name: string): boolean => {
    const one = resources[name];
    return one?.Type !== methodType || JSON.stringify(one.Properties.Integration).includes(owner);
  };

  for (const [parent] of parts) {
    const children = childrenOf(parent);
    if (children.some(([, { Properties }]) => String(Properties.PathPart).startsWith("{"))) continue;
    const owned = children.map(([child]) => treeOf(child)).filter((tree) => tree.every(isOwned));
    const removed = owned.flat();
    const [kept] = removed.filter((name) => resources[name]?.Type === methodType);
    if (owned.length < 2 || kept === undefined) continue;
    const rest = `${parent}Rest`;
    const method = resources[kept] as Resource;
    for (const name of removed) delete resources[name];
    const { RestApiId } = method.Properties;
    resources[rest] = {
      Type: partType,
      Properties: { ParentId: { Ref: parent }, PathPart: "{path+}", RestApiId },
    };
    resources[`${rest}Any`] = { ...method, Properties: { ...method.Properties, ResourceId: { Ref: rest } } };
    replaceDependencies(resources, removed, `${rest}Any`);
  }
}

function refIn(value: unknown): string | undefined {
  return (value as { readonly Ref?: string } | undefined)?.Ref;
}

/** Lets what depends on removed resources depend on the one that replaces them. */
function replaceDependencies(resources: Resources, removed: readonly string[], added: string): void {
  const gone = new Set(removed);
  for (const one of Object.values(resources)) {
    const names = [one.DependsOn ?? []].flat();
    if (names.some((name) => gone.has(name))) one.DependsOn = [...names.filter((name) => !gone.has(name)), added];
  }
}
