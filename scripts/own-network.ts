// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation spells its references so

/** A network of the account that functions call from, each list separated by commas. Empty where there is none. */
export interface Network {
  readonly subnetIds: string;
  readonly securityGroupIds: string;
}

type Resources = Readonly<Record<string, { readonly Type: string; readonly Properties: Record<string, unknown> }>>;

/** What Lambda does with the role of a function to put its instances into a network: "Giving Lambda functions access to resources in an Amazon VPC". */
const interfaceActions = [
  "ec2:CreateNetworkInterface",
  "ec2:DescribeNetworkInterfaces",
  "ec2:DescribeSubnets",
  "ec2:DeleteNetworkInterface",
  "ec2:AssignPrivateIpAddresses",
  "ec2:UnassignPrivateIpAddresses",
];

/** Lets every function of a template call from a network. The framework has no way of saying "where there is one". */
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

/** Lambda may do it with the role, and the function's own code may not. */
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
