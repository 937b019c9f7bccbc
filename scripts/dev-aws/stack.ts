import { readFileSync } from "node:fs";
import { parse, type ScalarTag } from "yaml";
import * as z from "zod";
import { functionNeeds, functionStack } from "../function-stack.ts";

const Reference = z.union([
  z.object({ Ref: z.string() }).transform(({ Ref }) => ({ resource: Ref, attribute: undefined })),
  z
    .object({ "Fn::GetAtt": z.union([z.string().transform((path) => path.split(".")), z.array(z.string())]) })
    .transform(({ "Fn::GetAtt": [resource = "", attribute] }) => ({ resource, attribute })),
]);
const Variables = z.record(z.string(), z.unknown()).default({});
const SqsEvent = z.object({ sqs: z.object({ arn: Reference, batchSize: z.number().default(10) }) });
const SubscriptionFilter = z.object({
  LogGroupName: Reference,
  FilterPattern: z.string(),
  DestinationArn: Reference,
});
const Resource = z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) });

/** Roles are computed from the needs of resources, and no emulator supports them. */
const FromFile = z
  .string()
  .startsWith("${file(")
  .transform(() => null);

const ServerlessYml = z.object({
  service: z.string(),
  provider: z.object({ environment: Variables }),
  functions: z.record(z.string(), z.object({ events: z.array(z.unknown()).default([]) })),
  resources: z.object({
    Resources: z
      .record(z.string(), z.union([Resource, FromFile]))
      .transform((resources) =>
        Object.fromEntries(Object.entries(resources).flatMap(([name, one]) => (one === null ? [] : [[name, one]]))),
      ),
  }),
});
/** Generated from the functions' needs. */
export type StackResource = z.output<typeof Resource>;
export type StackReference = z.output<typeof Reference>;

/** Function with a queue as its event source. */
export interface Consumer {
  readonly function: string;
  /** Name of the queue in the stack. */
  readonly queue: string;
  readonly batchSize: number;
}

/** Function that gets lines of the log. */
export interface Subscription {
  /** Name in the stack. */
  readonly name: string;
  readonly function: string;
  /** Name of the log group in the stack. */
  readonly logGroup: string;
  /** Field that a line must have. */
  readonly field: string;
}

/** Parts of serverless.yml that have an emulator. */
export interface Stack {
  readonly service: string;
  readonly resources: Readonly<Record<string, StackResource>>;
  readonly consumers: readonly Consumer[];
  readonly subscriptions: readonly Subscription[];
  /** Variables of each function that are references to the stack, which serverless-offline doesn't resolve. */
  readonly references: Readonly<Record<string, Readonly<Record<string, StackReference | "unknown">>>>;
}

export async function readStack(file: URL): Promise<Stack> {
  const parsed = ServerlessYml.parse(
    parse(readFileSync(file, "utf8"), { customTags: intrinsics, merge: true, logLevel: "error" }),
  );
  const { service, provider, functions, resources } = parsed;
  const made = functionStack(await functionNeeds());
  return {
    service,
    resources: resources.Resources,
    consumers: Object.entries(functions).flatMap(([name, { events }]) =>
      events.flatMap((event) => {
        const { data } = SqsEvent.safeParse(event);
        return data === undefined
          ? []
          : [{ function: name, queue: data.sqs.arn.resource, batchSize: data.sqs.batchSize }];
      }),
    ),
    subscriptions: subscriptionsIn(resources.Resources, Object.keys(functions)),
    references: Object.fromEntries(
      Object.keys(functions).map((name) => [
        name,
        referencesIn({ ...provider.environment, ...made.environments[name] }),
      ]),
    ),
  };
}

function subscriptionsIn(
  resources: Readonly<Record<string, StackResource>>,
  functions: readonly string[],
): readonly Subscription[] {
  return Object.entries(resources).flatMap(([name, { Type, Properties }]) => {
    if (Type !== "AWS::Logs::SubscriptionFilter") return [];
    const { LogGroupName: group, FilterPattern: pattern, DestinationArn: to } = SubscriptionFilter.parse(Properties);
    const [, field] = /^\{ \$\.(\w+) = "\*" \}$/.exec(pattern) ?? [];
    if (field === undefined) throw new Error(`The pattern of ${name} is not emulated: ${pattern}`);
    const fed = functions.find((one) => `${one.charAt(0).toUpperCase()}${one.slice(1)}LambdaFunction` === to.resource);
    if (fed === undefined)
      throw new Error(`${name} sends to ${to.resource}, which is not a function in serverless.yml`);
    return [{ name, function: fed, logGroup: group.resource, field }];
  });
}

function referencesIn(variables: Readonly<Record<string, unknown>>): Record<string, StackReference | "unknown"> {
  const complex = Object.entries(variables).filter(([, value]) => typeof value === "object" && value !== null);
  return Object.fromEntries(complex.map(([name, value]) => [name, Reference.safeParse(value).data ?? "unknown"]));
}

/**
 * CloudFormation's functions with a single text argument, in their long form, as the framework reads them. Functions of lists stay lists.
 */
const intrinsics = ["Ref", "GetAtt", "Sub"].map(
  (name): ScalarTag => ({
    tag: `!${name}`,
    resolve: (text: string) => ({ [name === "Ref" ? "Ref" : `Fn::${name}`]: text }),
  }),
);
