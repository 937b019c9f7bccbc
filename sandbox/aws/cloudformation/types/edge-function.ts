import type { Account } from "../account.ts";
import { functionByName } from "./lambda-function.ts";
import { trusts } from "./policies.ts";
import { roleByArn } from "./role.ts";

/**
 * Returns why CloudFront rejects a function version, if it does:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/edge-functions-restrictions.html
 */
export function edgeFaults(arn: string, account: Account): readonly string[] {
  const [, region, name] = /^arn:aws:lambda:([a-z0-9-]+):\d+:function:([^:]+):\d+$/.exec(arn) ?? [];
  if (region !== "us-east-1" || name === undefined)
    return [`The function ARN must reference a specific function version in us-east-1: ${arn}`];
  const found = functionByName(account, region, name);
  if (found === undefined || account.find("AWS::Lambda::Version", region, arn) === undefined)
    return [`The function ${arn} doesn't exist`];
  const { Architectures = ["x86_64"], Environment, VpcConfig, Timeout = 3, Role } = found.properties;
  const role = roleByArn(account, String(Role));
  return [
    ...(JSON.stringify(Architectures) === '["x86_64"]' ? [] : ["Lambda@Edge doesn't support this architecture"]),
    ...(Environment === undefined ? [] : ["The function cannot have environment variables"]),
    ...(VpcConfig === undefined ? [] : ["The function cannot have a VPC configuration"]),
    ...(Number(Timeout) > 30 ? ["The function's timeout is larger than 30 seconds"] : []),
    ...(role !== undefined && trusts(role, "edgelambda.amazonaws.com")
      ? []
      : ["The function execution role must be assumable with edgelambda.amazonaws.com"]),
  ];
}
