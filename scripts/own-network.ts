// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation syntax for references

/** Network in the account from which functions make calls; each list is separated by commas. Empty if there is none. */
export interface Network {
  readonly subnetIds: string;
  readonly securityGroupIds: string;
}

type Resources = Readonly<Record<string, { readonly Type: string; readonly Properties: Record<string, unknown> }>>;

/**
 * Actions with which Lambda attaches instances to a network, using the function's role: "Giving Lambda functions access to resources in an
 * Amazon VPC".
 */
const interfaceActions = [
  "ec2:CreateNetworkInterface",
  "ec2:DescribeNetworkInterfaces",
  "ec2:DescribeSubnets",
  "ec2:DeleteNetworkInterface",
  "ec2:AssignPrivateIpAddresses",
  "ec2:UnassignPrivateIpAddresses",
];

/** Lets every function of a template make calls from a network. The framework can't express an optional network. */
export function joinNetwork(resources: Resources, { subnetIds, securityGroupIds }: Network): void {
  if (subnetIds === "") return;
  for (const { Type, Properties } of Object.values(resources)) {
    if (Type !== "AWS::Lambda::Function") continue;
    Properties.VpcConfig = { SubnetIds: subnetIds.split(","), SecurityGroupIds: securityGroupIds.split(",") };
    const [role = ""] = (Properties.Role as { readonly "Fn::GetAtt": readonly string[] })["Fn::GetAtt"];
    const policies = resources[role]?.Properties.Policies as object[];
    policies.push({ PolicyName: "network", PolicyDocument: { Version: "2012-10-17", Statement: statements } });
  }
}

/** Lambda can use these actions through the role, but the function's own code can't. */
const statements = [
  { Effect: "Allow", Action: interfaceActions, Resource: "*" },
  {
    Effect: "Deny",
    Action: interfaceActions,
    Resource: "*",
    Condition: {
      ArnLike: {
        "lambda:SourceFunctionArn": {
          "Fn::Sub": "arn:${AWS::Partition}:lambda:${AWS::Region}:${AWS::AccountId}:function:${AWS::StackName}-*",
        },
      },
    },
  },
];
