import { intrinsic, isObject, type Template, type Value } from "../../../sandbox/aws/cloudformation/template.ts";

export const region = "eu-central-1";
export const account = "000000000000";
const stackName = "latchkey-prod";

/**
 * Returns a value of the template with the names that it would have in a stack of a fixed account. Values are texts, and lists and objects
 * of texts.
 */
export function resolved(value: Value, template: Template): Value {
  const call = intrinsic(value);
  if (call !== undefined) return resolvedCall(call.name, call.argument, template);
  if (Array.isArray(value)) return value.map((item) => resolved(item, template)).filter((item) => item !== noValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolved(item, template)]));
}

export function arnOf(logicalId: string, template: Template): string {
  const type = template.Resources[logicalId]?.Type ?? "";
  const arn = arns[type];
  if (arn === undefined) throw new Error(`${logicalId} is a ${type}, whose ARN is not known to the evaluator of roles`);
  return arn(logicalId, template);
}

function resolvedCall(name: string, argument: Value, template: Template): Value {
  if (name === "Ref") return referred(String(argument), template);
  if (name === "Fn::GetAtt") {
    const [logicalId = "", attribute] = Array.isArray(argument) ? argument.map(String) : String(argument).split(".");
    if (attribute !== "Arn") throw new Error(`${logicalId}.${attribute} is not known to the evaluator of roles`);
    return arnOf(logicalId, template);
  }
  if (name === "Fn::Sub" && typeof argument === "string")
    return argument.replace(/\$\{([^}]+)\}/g, (_, inner: string) =>
      inner.endsWith(".Arn") ? arnOf(inner.slice(0, -".Arn".length), template) : referred(inner, template),
    );
  if (name === "Fn::If" && Array.isArray(argument)) {
    const [condition, yes = null, no = null] = argument;
    return resolved(holds(template.Conditions?.[String(condition)] ?? null, template) ? yes : no, template);
  }
  if (name === "Fn::Split" && Array.isArray(argument)) {
    const [delimiter, source = ""] = argument;
    return String(resolved(source, template)).split(String(delimiter));
  }
  throw new Error(`${name} is not known to the evaluator of roles`);
}

/** True if a condition holds. Our conditions compare a parameter, whose value is known by then. */
function holds(condition: Value, template: Template): boolean {
  const { name, argument } = intrinsic(condition) ?? {};
  if (name === "Fn::Not" && Array.isArray(argument)) return !holds(argument[0] ?? null, template);
  if (name === "Fn::Equals" && Array.isArray(argument)) return argument[0] === argument[1];
  throw new Error(`${name} is not known to the evaluator of roles`);
}

function referred(name: string, template: Template): string {
  if (name === "AWS::NoValue") return noValue;
  const known = pseudoParameters[name];
  if (known !== undefined) return known;
  const { Type, Properties } = template.Resources[name] ?? {};
  // A reference to a schedule group returns the name that the template chooses; AWS chooses the names of the other types.
  return Type === "AWS::Scheduler::ScheduleGroup"
    ? String(resolved(Properties?.Name ?? null, template))
    : name.toLowerCase();
}

/** Value that CloudFormation omits. */
const noValue = "AWS::NoValue";

const pseudoParameters: Readonly<Record<string, string>> = {
  "AWS::Partition": "aws",
  "AWS::Region": region,
  "AWS::AccountId": account,
  "AWS::StackName": stackName,
  "AWS::URLSuffix": "amazonaws.com",
};

const arns: Readonly<Record<string, (logicalId: string, template: Template) => string>> = {
  "AWS::DynamoDB::Table": (id) => `arn:aws:dynamodb:${region}:${account}:table/${id}`,
  "AWS::KMS::Key": (id) => `arn:aws:kms:${region}:${account}:key/${id}`,
  "AWS::SQS::Queue": (id) => `arn:aws:sqs:${region}:${account}:${id}`,
  "AWS::S3::Bucket": (id) => `arn:aws:s3:::${id.toLowerCase()}`,
  "AWS::IAM::Role": (id) => `arn:aws:iam::${account}:role/${id}`,
  "AWS::Logs::LogGroup": (id, { Resources }) =>
    `arn:aws:logs:${region}:${account}:log-group:${Resources[id]?.Properties?.LogGroupName}:*`,
};
