import type { Account, CloudResource } from "../account.ts";
import { ResourceRejected } from "../errors.ts";
import { generatedName, type ResourceType } from "../resource-type.ts";
import { functionByName } from "./lambda-function.ts";

export const lambdaPermission: ResourceType = {
  type: "AWS::Lambda::Permission",
  identify(request) {
    const id = generatedName(request, 100);
    return { id, attributes: { Id: id } };
  },
  check({ account, region, properties: { FunctionName } }) {
    if (functionByName(account, region, String(FunctionName)) === undefined)
      throw new ResourceRejected(`Function not found: ${FunctionName}`);
  },
};

/** True if a service can invoke a function on behalf of a source. */
export function mayInvoke(account: Account, called: CloudResource, principal: string, sourceArn: string): boolean {
  return account.resources("AWS::Lambda::Permission", called.region).some(({ properties }) => {
    const { FunctionName, Principal, SourceArn = sourceArn } = properties;
    return (
      functionByName(account, called.region, String(FunctionName)) === called &&
      Principal === principal &&
      String(SourceArn) === sourceArn
    );
  });
}
