import * as z from "zod";

const Reference = z.union([
  z.object({ Ref: z.string() }).transform(({ Ref }) => ({ resource: Ref, attribute: undefined })),
  z
    .object({ "Fn::GetAtt": z.union([z.string().transform((path) => path.split(".")), z.array(z.string())]) })
    .transform(({ "Fn::GetAtt": [resource = "", attribute] }) => ({ resource, attribute })),
]);
const Variables = z.record(z.string(), z.unknown()).default({});
const SqsEvent = z.object({
  sqs: z.object({ arn: Reference, batchSize: z.number().default(10), maximumConcurrency: z.number().optional() }),
});
const SubscriptionFilter = z.object({
  LogGroupName: Reference,
  FilterPattern: z.string(),
  DestinationArn: Reference,
});
const Resource = z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) });

/** Parts of the framework's service that have an emulator. */
const Service = z.object({
  provider: z.object({ environment: Variables }),
  functions: z.record(
    z.string(),
    z.object({ name: z.string(), events: z.array(z.unknown()).default([]), environment: Variables }),
  ),
  resources: z.object({ Resources: z.record(z.string(), Resource) }),
});

export type StackResource = z.output<typeof Resource>;
export type StackReference = z.output<typeof Reference>;

/** Function with a queue as its event source. */
export interface Consumer {
  /** Full name of the function, with service and stage. */
  readonly function: string;
  /** Name of the queue in the stack. */
  readonly queue: string;
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
  /** Name of the log group in the stack. */
  readonly logGroup: string;
  /** Field that a line must have. */
  readonly field: string;
}

/** Parts of serverless.yml that have an emulator. */
export interface Stack {
  readonly resources: Readonly<Record<string, StackResource>>;
  readonly consumers: readonly Consumer[];
  readonly subscriptions: readonly Subscription[];
  /** Variables of all functions that are expressions of CloudFormation, which serverless-offline doesn't resolve. */
  readonly commonReferences: References;
  /** The same of each function, by its name in serverless.yml. */
  readonly references: Readonly<Record<string, References>>;
}

/** References by variable. `unknown` for any other expression. */
export type References = Readonly<Record<string, StackReference | "unknown">>;

/** Number of batches that Lambda begins with, unless the event source has a lower maximum. */
const firstBatches = 5;

/** Returns the stack of a service as the framework has read it from serverless.yml. */
export function readStack(read: object): Stack {
  const { provider, functions, resources } = Service.parse(read);
  return {
    resources: resources.Resources,
    consumers: Object.values(functions).flatMap(({ name, events }) =>
      events.flatMap((event) => {
        const { data } = SqsEvent.safeParse(event);
        if (data === undefined) return [];
        const { arn, batchSize, maximumConcurrency = firstBatches } = data.sqs;
        return [
          {
            function: name,
            queue: arn.resource,
            batchSize,
            maximumConcurrency: Math.min(firstBatches, maximumConcurrency),
          },
        ];
      }),
    ),
    subscriptions: subscriptionsIn(resources.Resources, functions),
    commonReferences: referencesIn(provider.environment),
    references: Object.fromEntries(
      Object.entries(functions).map(([name, { environment }]) => [name, referencesIn(environment)]),
    ),
  };
}

/** Returns the target of a reference in a resource's properties; undefined for other values. */
export function referenceIn(value: unknown): StackReference | undefined {
  return Reference.safeParse(value).data;
}

function subscriptionsIn(
  resources: Readonly<Record<string, StackResource>>,
  functions: Readonly<Record<string, { readonly name: string }>>,
): readonly Subscription[] {
  return Object.entries(resources).flatMap(([name, { Type, Properties }]) => {
    if (Type !== "AWS::Logs::SubscriptionFilter") return [];
    const { LogGroupName: group, FilterPattern: pattern, DestinationArn: to } = SubscriptionFilter.parse(Properties);
    const [, field] = /^\{ \$\.(\w+) = "\*" \}$/.exec(pattern) ?? [];
    if (field === undefined) throw new Error(`The pattern of ${name} is not emulated: ${pattern}`);
    const [, fed] =
      Object.entries(functions).find(([one]) => `${capitalized(one)}LambdaFunction` === to.resource) ?? [];
    if (fed === undefined)
      throw new Error(`${name} sends to ${to.resource}, which is not a function in serverless.yml`);
    return [{ name, function: fed.name, logGroup: group.resource, field }];
  });
}

function capitalized(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function referencesIn(variables: Readonly<Record<string, unknown>>): References {
  const complex = Object.entries(variables).filter(([, value]) => typeof value === "object" && value !== null);
  return Object.fromEntries(complex.map(([name, value]) => [name, referenceIn(value) ?? "unknown"]));
}
