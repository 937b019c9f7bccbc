import type { Account, CloudResource } from "../account.ts";
import { ResourceRejected } from "../errors.ts";
import { arn, generatedName, globalRegion, type ResourceRequest, type ResourceType } from "../resource-type.ts";
import { isObject, type Value } from "../template.ts";
import { checkNotReplicated } from "./lambda-version.ts";
import { allows, trusts } from "./policies.ts";
import { roleByArn } from "./role.ts";

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const limits = {
  environmentBytes: 4_096,
  timeoutSeconds: 900,
  memoryMb: [128, 10_240],
  unreservedConcurrency: 100,
} as const;

export const lambdaFunction: ResourceType = {
  type: "AWS::Lambda::Function",
  identify(request) {
    const name = String(request.properties.FunctionName ?? generatedName(request, 64));
    return { id: name, attributes: { Arn: arn(request, "lambda", `function:${name}`) }, uniqueKey: name };
  },
  check(request, existing) {
    const { Code, Environment, MemorySize = 128, Timeout = 3, Role } = request.properties;
    checkCode(Code, request.account);
    if (Number(Timeout) > limits.timeoutSeconds)
      throw new ResourceRejected(`Timeout must be at most ${limits.timeoutSeconds}`);
    const [least, most] = limits.memoryMb;
    if (Number(MemorySize) < least || Number(MemorySize) > most)
      throw new ResourceRejected(`MemorySize must be from ${least} to ${most}`);
    const role = roleByArn(request.account, String(Role));
    if (role === undefined || !trusts(role, "lambda.amazonaws.com"))
      throw new ResourceRejected("The role defined for the function cannot be assumed by Lambda.");
    checkEnvironment(Environment);
    checkNetwork(request, role);
    checkConcurrency(request, existing);
  },
  checkDelete(resource, account) {
    for (const version of versionsOf(resource, account)) checkNotReplicated(version, account);
  },
  deleted(resource, account) {
    for (const version of versionsOf(resource, account)) account.remove(version);
  },
};

/** Returns a function by its name or ARN. */
export function functionByName(account: Account, region: string, nameOrArn: string): CloudResource | undefined {
  const [, name = nameOrArn] = /^arn:aws:lambda:[^:]+:\d+:function:([^:]+)/.exec(nameOrArn) ?? [];
  return account.find("AWS::Lambda::Function", region, name);
}

function versionsOf({ id, region }: CloudResource, account: Account): readonly CloudResource[] {
  return account
    .resources("AWS::Lambda::Version", region)
    .filter(({ properties }) => functionByName(account, region, String(properties.FunctionName))?.id === id);
}

function checkCode(code: Value | undefined, account: Account): void {
  const { S3Bucket, S3Key, ZipFile } = isObject(code) ? code : {};
  if (ZipFile !== undefined) return;
  const objects = account.find("AWS::S3::Bucket", globalRegion, String(S3Bucket))?.state.objects;
  if (objects?.has(String(S3Key)) !== true)
    throw new ResourceRejected(`Error occurred while GetObject. S3 Error Code: NoSuchKey (${S3Key})`);
}

/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html */
function checkEnvironment(environment: Value | undefined): void {
  const { Variables = {} } = isObject(environment) ? environment : {};
  const names = Object.keys(isObject(Variables) ? Variables : {});
  if (JSON.stringify(Variables).length > limits.environmentBytes)
    throw new ResourceRejected(`Environment variables are larger than ${limits.environmentBytes} bytes`);
  const reserved = names.filter((name) =>
    /^(?:AWS_(?:REGION|DEFAULT_REGION|ACCESS_KEY\w*|SECRET_ACCESS_KEY|SESSION_TOKEN|LAMBDA_\w+|EXECUTION_ENV)|_HANDLER|LAMBDA_(?:TASK_ROOT|RUNTIME_DIR))$/.test(
      name,
    ),
  );
  if (reserved.length > 0) throw new ResourceRejected(`Reserved keys used in this request: ${reserved.join(", ")}`);
}

/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html, "Required IAM permissions". */
function checkNetwork({ properties: { VpcConfig } }: ResourceRequest, role: CloudResource): void {
  if (VpcConfig === undefined) return;
  const missing = ["CreateNetworkInterface", "DescribeNetworkInterfaces", "DeleteNetworkInterface"].find(
    (action) => !allows(role, `ec2:${action}`, "*"),
  );
  if (missing !== undefined)
    throw new ResourceRejected(`The provided execution role does not have permissions to call ${missing} on EC2`);
}

/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html */
function checkConcurrency({ account, region, properties }: ResourceRequest, existing: CloudResource | undefined): void {
  const wanted = properties.ReservedConcurrentExecutions;
  if (wanted === undefined) return;
  const reserved = account
    .resources("AWS::Lambda::Function", region)
    .filter((other) => other !== existing)
    .reduce((sum, other) => sum + Number(other.properties.ReservedConcurrentExecutions ?? 0), Number(wanted));
  if (account.lambdaConcurrency - reserved < limits.unreservedConcurrency)
    throw new ResourceRejected(
      `Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [${limits.unreservedConcurrency}].`,
    );
}
