import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { routesOf, withoutPrefix } from "../../../functions/edge/routes/routes.ts";

const operations = Object.values(catalogue).flatMap((contract) => Object.values<Operation>(contract));
const routes = routesOf(
  Object.fromEntries(operations.map((operation) => [`${operation.method} ${operation.path}`, operation])),
);

/** Returns the operation that an address belongs to, as the service matches it. */
export function operationAt(method: string, url: string): Operation | undefined {
  return routes.find(method, withoutPrefix(new URL(url).pathname))?.operation;
}
