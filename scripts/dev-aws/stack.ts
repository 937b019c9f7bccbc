import { loadAwsServiceSpec } from "@aws-cdk/aws-service-spec";
import { type CloudResource, openAccount } from "../../sandbox/aws/cloudformation/account.ts";
import { openCloudFormation } from "../../sandbox/aws/cloudformation/cloudformation.ts";
import type { ResourceType } from "../../sandbox/aws/cloudformation/resource-type.ts";
import type { Stack } from "../../sandbox/aws/cloudformation/stacks/stack.ts";
import { isObject, type Properties, type Template, type Value } from "../../sandbox/aws/cloudformation/template.ts";
import type { RecursiveLoop } from "../../sandbox/aws/lambda/recursion.ts";
import { deployer } from "./deployer.ts";
import { emulatedAccount, emulatedRegion } from "./emulators.ts";
import { specificationOf } from "./resource-specification.ts";

/** Function with a queue as its event source. */
export interface Consumer {
  /** Full name of the function, with service and stage. */
  readonly function: string;
  /** Name and addresses of the queue. */
  readonly queue: string;
  readonly queueUrl: string;
  readonly queueArn: string;
  /** Queue for messages that are given up. */
  readonly deadLetterUrl: string | undefined;
  readonly recursiveLoop: RecursiveLoop;
  readonly batchSize: number;
  /** Maximum number of batches at a time. */
  readonly maximumConcurrency: number;
}

/** Function that gets lines of the log. */
export interface Subscription {
  /** Name in the stack. */
  readonly name: string;
  /** Full name of the function, with service and stage. */
  readonly function: string;
  /** Name of the log group. */
  readonly logGroup: string;
  /** Field that a line must have. */
  readonly field: string;
}

/** Created stack, as far as something on this machine acts for AWS. */
export interface CreatedStack {
  readonly consumers: readonly Consumer[];
  readonly subscriptions: readonly Subscription[];
  /** Variables of each function, by its full name. */
  readonly environments: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Returns the physical ID of a resource: a queue's address, or a name. */
  id(logicalId: string): string;
  attributes(logicalId: string): Properties;
  properties(logicalId: string): Properties;
  /** Returns all resources of a type. */
  all(type: string): readonly CloudResource[];
}

/** Number of batches that Lambda begins with, unless the event source has a lower maximum. */
const firstBatches = 5;

/**
 * Creates a stack from a template as `npm run deploy` does, in an empty account, and returns it.
 * @throws Error with CloudFormation's reason if a resource is rejected
 */
export async function createStack(template: Template, types: readonly ResourceType[]): Promise<CreatedStack> {
  const specification = specificationOf(await loadAwsServiceSpec());
  // The roles that AWS's consoles create, for an access log and copies by AWS Backup.
  const account = openAccount({ id: emulatedAccount, hasApiGatewayLogRole: true, hasBackupRole: true });
  const formations = new Map(
    [emulatedRegion, "us-east-1"].map((region) => [
      region,
      openCloudFormation({ account, region, specification, types }),
    ]),
  );
  const formation = (region = emulatedRegion) => {
    const found = formations.get(region);
    if (found === undefined) throw new Error(`${region} is not emulated`);
    return found;
  };
  const stack = await deployer({ account, formation }).deploy(template, {
    name: "latchkey-dev",
    region: emulatedRegion,
  });
  if (stack.status !== "UPDATE_COMPLETE") throw new Error(`The stack can't be created: ${stack.reason}`);
  return readStack(stack);
}

function readStack(stack: Stack): CreatedStack {
  const ofType = (type: string) => [...stack.resources.values()].filter(({ resource }) => resource.type === type);
  const queueNamed = (arn: Value | undefined) =>
    ofType("AWS::SQS::Queue").find(({ resource }) => resource.attributes.Arn === arn)?.resource;
  const found = (logicalId: string) => {
    const entry = stack.resources.get(logicalId);
    if (entry === undefined) throw new Error(`The stack has no ${logicalId}`);
    return entry.resource;
  };
  return {
    consumers: ofType("AWS::Lambda::EventSourceMapping").map(({ resource: { properties } }) => {
      const { EventSourceArn, FunctionName, BatchSize = 10, ScalingConfig } = properties;
      const { MaximumConcurrency = firstBatches } = isObject(ScalingConfig) ? ScalingConfig : {};
      const queue = queueNamed(EventSourceArn);
      if (queue === undefined) throw new Error(`There is no queue ${EventSourceArn}`);
      const { RedrivePolicy } = queue.properties;
      const dead = isObject(RedrivePolicy) ? queueNamed(RedrivePolicy.deadLetterTargetArn) : undefined;
      const name = functionName(FunctionName);
      const { RecursiveLoop = "Terminate" } =
        ofType("AWS::Lambda::Function").find(({ resource }) => resource.id === name)?.resource.properties ?? {};
      return {
        function: name,
        queue: String(queue.attributes.QueueName),
        queueUrl: queue.id,
        queueArn: String(EventSourceArn),
        deadLetterUrl: dead?.id,
        recursiveLoop: RecursiveLoop as RecursiveLoop,
        batchSize: Number(BatchSize),
        maximumConcurrency: Math.min(firstBatches, Number(MaximumConcurrency)),
      };
    }),
    subscriptions: ofType("AWS::Logs::SubscriptionFilter").map(({ logicalId, resource: { properties } }) => {
      const { LogGroupName, FilterPattern, DestinationArn } = properties;
      const [, field] = /^\{ \$\.(\w+) = "\*" \}$/.exec(String(FilterPattern)) ?? [];
      if (field === undefined) throw new Error(`The pattern of ${logicalId} is not emulated: ${FilterPattern}`);
      return { name: logicalId, function: functionName(DestinationArn), logGroup: String(LogGroupName), field };
    }),
    environments: new Map(
      ofType("AWS::Lambda::Function").map(({ resource }) => [resource.id, variablesOf(resource.properties)]),
    ),
    id: (logicalId) => found(logicalId).id,
    attributes: (logicalId) => found(logicalId).attributes,
    properties: (logicalId) => found(logicalId).properties,
    all: (type) => ofType(type).map(({ resource }) => resource),
  };
}

/** Returns the name in a function's ARN, or the name itself. */
function functionName(nameOrArn: Value | undefined): string {
  return String(nameOrArn).split(":").at(-1) ?? "";
}

function variablesOf({ Environment }: Properties): Readonly<Record<string, string>> {
  const { Variables } = isObject(Environment) ? Environment : {};
  const entries = Object.entries(isObject(Variables) ? Variables : {});
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
