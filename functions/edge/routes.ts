import { ServiceError } from "../../shared/contract/errors.ts";
import { type Operation, type Operations, pathParameters } from "../../shared/contract/operation.ts";

interface Route {
  readonly name: string;
  readonly operation: Operation;
  readonly parameters: readonly string[];
}

/** Finds a resource's operation by method and path template, without the service prefix. */
export type Routes = (method: string, template: string) => Route;

/** The operations of one resource as a look-up. Templates are those of the gateway: `/svc/api/api-key/{key}`. */
export function routesOf(resource: Operations): Routes {
  const byTemplate = new Map<string, Map<string, Route>>();
  for (const [name, operation] of Object.entries(resource)) {
    const template = withoutPrefix(operation.path);
    const methods = byTemplate.get(template) ?? new Map<string, Route>();
    methods.set(operation.method, { name, operation, parameters: pathParameters(operation.path) });
    byTemplate.set(template, methods);
  }
  return (method, template) => {
    const methods = byTemplate.get(withoutPrefix(template));
    if (methods === undefined) throw new ServiceError("route_not_found");
    const route = methods.get(method) ?? (method === "HEAD" ? methods.get("GET") : undefined);
    if (route === undefined) throw new ServiceError("method_not_allowed", { text: [...methods.keys()].join(", ") });
    return route;
  };
}

/** The path templates of a resource, without the service prefix, each once. */
export function templatesOf(resource: Operations): readonly string[] {
  return [...new Set(Object.values(resource).map(({ path }) => withoutPrefix(path)))];
}

/** A path behind its first segment, which is the service prefix or one of its aliases. */
export function withoutPrefix(path: string): string {
  return path.slice(path.indexOf("/", 1));
}

/** The raw values of a template's parameters in a raw path, each decoded exactly once (R4.3). */
export function parametersOf(template: string, path: string): Readonly<Record<string, string>> {
  const names = template.split("/");
  const segments = path.split("/");
  const values: Record<string, string> = {};
  for (const [place, name] of names.entries()) {
    if (name.startsWith("{")) values[name.slice(1, -1)] = decoded(segments[place] ?? "");
  }
  return values;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    throw new ServiceError("path_refused", { cause });
  }
}
