import type { Account, CloudResource } from "../account.ts";
import { ResourceRejected } from "../errors.ts";
import { generatedName, globalRegion, type ResourceType } from "../resource-type.ts";
import { isObject } from "../template.ts";

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html. White space doesn't count. */
const maxLength = { name: 64, trustPolicy: 2_048, inlinePolicies: 10_240 };

export const role: ResourceType = {
  type: "AWS::IAM::Role",
  isGlobal: true,
  identify(request) {
    const { account, properties } = request;
    const name = String(properties.RoleName ?? generatedName(request, maxLength.name));
    const attributes = { Arn: `arn:aws:iam::${account.id}:role/${name}`, RoleId: `AROA${account.newId(16)}` };
    return { id: name, attributes, uniqueKey: name };
  },
  check({ properties: { AssumeRolePolicyDocument = {}, Policies = [] } }) {
    const policies = Array.isArray(Policies) ? Policies.filter(isObject) : [];
    const inlineLength = policies.reduce(
      (sum, { PolicyDocument = {} }) => sum + JSON.stringify(PolicyDocument).length,
      0,
    );
    if (inlineLength > maxLength.inlinePolicies)
      throw new ResourceRejected(`Maximum policy size of ${maxLength.inlinePolicies} bytes exceeded for role`);
    if (JSON.stringify(AssumeRolePolicyDocument).length > maxLength.trustPolicy)
      throw new ResourceRejected(`Cannot exceed quota for ACLSizePerRole: ${maxLength.trustPolicy}`);
    const names = policies.map(({ PolicyName }) => PolicyName);
    if (new Set(names).size < names.length) throw new ResourceRejected("Policy names must be unique in a role");
  },
};

export function roleByArn(account: Account, arn: string): CloudResource | undefined {
  return account.find("AWS::IAM::Role", globalRegion, arn.split("/").at(-1) ?? "");
}
