import { globSync } from "node:fs";
import { combined, type FunctionNeeds } from "../functions/needs.ts";
import { type EncryptionKeys, encryptionKeysOf } from "./encryption-keys.ts";
import { roleOf } from "./function-role.ts";

type Parts = FunctionNeeds["parts"];

/** Settings of functions that serverless.yml uses (scripts/stack-variables.cjs). */
export interface FunctionStack {
  readonly roles: Readonly<Record<string, object>>;
  /** Variables in addition to those of all functions. */
  readonly environments: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly encryptionKeys: EncryptionKeys;
}

const root = new URL("../", import.meta.url);

/** Returns the functions' needs by name: those of all their resources and workers together. */
export async function functionNeeds(): Promise<Readonly<Record<string, FunctionNeeds>>> {
  const names = globSync("functions/*/lambda.ts", { cwd: root }).map((path) => path.split("/")[1] as string);
  const load = async (name: string) => [name, combined(await needsOf(name))] as const;
  return Object.fromEntries(await Promise.all(names.sort().map(load)));
}

async function needsOf(name: string): Promise<readonly FunctionNeeds[]> {
  const modules: Readonly<Record<string, { readonly needs: FunctionNeeds } | undefined>>[] = await Promise.all(
    (await loadsOf(name)).map((load) => load()),
  );
  return modules
    .flatMap(({ resource, worker, links }) => [resource, worker, links])
    .flatMap((part) => part?.needs ?? []);
}

/** Returns functions that load the resources and workers of a function, from the lists next to its entry point. */
async function loadsOf(name: string): Promise<readonly (() => Promise<never>)[]> {
  const lists = globSync(`functions/${name}/{area,workers}.ts`, { cwd: root });
  const loads = lists.map(async (list) => {
    const { area, workers } = await import(new URL(list, root).href);
    return Object.values<{ load(): Promise<never> } | (() => Promise<never>)>(area?.resources ?? workers);
  });
  return (await Promise.all(loads)).flat().map((one) => (typeof one === "function" ? one : () => one.load()));
}

/** `keys`: the parameter `encryptionKeys`. */
export function functionStack(all: Readonly<Record<string, FunctionNeeds>>, keys = "own"): FunctionStack {
  const encryptionKeys = encryptionKeysOf(keys);
  const each = <T>(make: (needs: FunctionNeeds, name: string) => T) =>
    Object.fromEntries(Object.entries(all).map(([name, needs]) => [name, make(needs, name)]));
  return {
    roles: each((needs, name) => roleOf(name, needs, encryptionKeys)),
    environments: each(({ parts }) => ({ ENCRYPTION_KEY_IDS: encryptionKeys, ...environmentOf(parts) })),
    encryptionKeys,
  };
}

/** Returns the AWS SDK packages that the function's bundle contains. */
export function clientsOf({ parts }: FunctionNeeds): readonly string[] {
  const named = Object.keys(parts).flatMap((part) => clients[part as keyof Parts] ?? []);
  return [...new Set(["client-dynamodb", "client-kms", ...named])].sort();
}

const clients: Readonly<Record<keyof Parts, string | undefined>> = {
  // The few calls are signed without a client of their own.
  agents: undefined,
  queue: "client-sqs",
  deliveryQueue: "client-sqs",
  deliverySchedules: "client-scheduler",
  mailer: undefined,
  ownApi: undefined,
  schedules: "client-scheduler",
  blobs: "client-s3",
  transfers: "client-s3",
  serviceLogs: "client-cloudwatch-logs",
  logLines: "client-cloudwatch-logs",
};

const queueVariables = {
  JOBS_QUEUE_URL: { "Fn::GetAtt": ["Jobs", "QueueUrl"] },
  DEAD_JOBS_QUEUE_URL: { "Fn::GetAtt": ["DeadJobs", "QueueUrl"] },
  JOBS_QUEUE_ARN: { "Fn::GetAtt": ["Jobs", "Arn"] },
};

const scheduleVariables = {
  SCHEDULE_GROUP: { Ref: "Schedules" },
  SCHEDULE_ROLE_ARN: { "Fn::GetAtt": ["SchedulerRole", "Arn"] },
};

const deliveryQueueVariables = {
  DELIVERIES_QUEUE_URL: { "Fn::GetAtt": ["Deliveries", "QueueUrl"] },
  DELIVERIES_QUEUE_ARN: { "Fn::GetAtt": ["Deliveries", "Arn"] },
  DEAD_DELIVERIES_QUEUE_URL: { "Fn::GetAtt": ["DeadDeliveries", "QueueUrl"] },
};

const variables: Readonly<Record<keyof Parts, Readonly<Record<string, object>>>> = {
  agents: {},
  queue: queueVariables,
  deliveryQueue: deliveryQueueVariables,
  deliverySchedules: {
    DELIVERIES_QUEUE_ARN: deliveryQueueVariables.DELIVERIES_QUEUE_ARN,
    DEAD_DELIVERIES_QUEUE_ARN: { "Fn::GetAtt": ["DeadDeliveries", "Arn"] },
    ...scheduleVariables,
  },
  mailer: {},
  ownApi: {
    API_URL: {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation fills it in.
      "Fn::Sub": "https://${ApiGatewayRestApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}/${self:provider.stage}",
    },
    EDGE_SECRET: { "Fn::If": ["EdgeSecretBInUse", { Ref: "EdgeSecretB" }, { Ref: "EdgeSecretA" }] },
  },
  schedules: {
    JOBS_QUEUE_ARN: queueVariables.JOBS_QUEUE_ARN,
    DEAD_JOBS_QUEUE_ARN: { "Fn::GetAtt": ["DeadJobs", "Arn"] },
    ...scheduleVariables,
  },
  blobs: {},
  transfers: {},
  serviceLogs: { LOG_GROUP: { Ref: "ServiceLog" } },
  logLines: { LOG_GROUP: { Ref: "ServiceLog" } },
};

function environmentOf(parts: Parts): Readonly<Record<string, object>> {
  return Object.assign({}, ...Object.keys(parts).map((part) => variables[part as keyof Parts]));
}
