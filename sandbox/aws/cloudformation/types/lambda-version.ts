import type { Account, CloudResource } from "../account.ts";
import { ResourceRejected } from "../errors.ts";
import { arn, globalRegion, type ResourceRequest, type ResourceType } from "../resource-type.ts";

export const lambdaVersion: ResourceType = {
  type: "AWS::Lambda::Version",
  identify(request) {
    const version = String(versionsOf(request).length + 1);
    const id = arn(request, "lambda", `function:${request.properties.FunctionName}:${version}`);
    return { id, attributes: { Version: version, FunctionArn: id } };
  },
  checkDelete: checkNotReplicated,
};

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/lambda-edge-delete-replicas.html */
export function checkNotReplicated({ id, state }: CloudResource, account: Account): void {
  const isUsed = account
    .resources("AWS::CloudFront::Distribution", globalRegion)
    .some(({ properties }) => JSON.stringify(properties).includes(JSON.stringify(id)));
  if (isUsed || (state.replicatedUntil ?? 0) > account.now())
    throw new ResourceRejected(`Lambda was unable to delete ${id} because it is a replicated function.`);
}

function versionsOf({ account, region, properties }: ResourceRequest): readonly CloudResource[] {
  return account
    .resources("AWS::Lambda::Version", region)
    .filter((other) => other.properties.FunctionName === properties.FunctionName);
}
