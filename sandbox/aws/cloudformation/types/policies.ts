import type { CloudResource } from "../account.ts";
import { isObject, type Properties, type Value } from "../template.ts";

/** True if a role's trust policy lets a service assume the role. Conditions are ignored. */
export function trusts({ properties: { AssumeRolePolicyDocument } }: CloudResource, service: string): boolean {
  return statementsIn(AssumeRolePolicyDocument).some(
    ({ Effect, Principal }) => Effect === "Allow" && isObject(Principal) && texts(Principal.Service).includes(service),
  );
}

/** True if a role's inline policies allow an action on a resource. Conditions and denials are ignored. */
export function allows({ properties: { Policies } }: CloudResource, action: string, resource: string): boolean {
  const documents = Array.isArray(Policies) ? Policies.filter(isObject).map((one) => one.PolicyDocument) : [];
  return documents
    .flatMap(statementsIn)
    .some(
      ({ Effect, Action, Resource }) =>
        Effect === "Allow" &&
        texts(Action).some((pattern) => isLike(pattern, action)) &&
        texts(Resource).some((pattern) => isLike(pattern, resource)),
    );
}

export function statementsIn(document: Value | undefined): readonly Properties[] {
  const { Statement = [] } = isObject(document) ? document : {};
  return [Statement].flat().filter(isObject);
}

export function texts(value: Value | undefined): readonly string[] {
  return [value ?? []].flat().map(String);
}

/** True if a text matches a pattern in which `*` represents any characters. */
function isLike(pattern: string, text: string): boolean {
  const source = pattern.replace(/[\\^$.|?+()[\]{}]/g, "\\$&").replaceAll("*", ".*");
  return new RegExp(`^${source}$`).test(text);
}
