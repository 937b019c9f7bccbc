import { globSync } from "node:fs";
import type { FunctionNeeds } from "../functions/needs.ts";
import { roleOf } from "./function-role.ts";

type Parts = FunctionNeeds["parts"];

/** Function settings in functions/stack.json that serverless.yml uses. */
export interface FunctionStack {
  readonly roles: Readonly<Record<string, object>>;
  /** Variables in addition to those of all functions. */
  readonly environments: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

const root = new URL("../", import.meta.url);

/** Returns the functions' needs by name, from the `needs.ts` next to each Lambda entry point. */
export async function functionNeeds(): Promise<Readonly<Record<string, FunctionNeeds>>> {
  const names = globSync("functions/*/lambda.ts", { cwd: root }).map((path) => path.split("/")[1] as string);
  const load = async (name: string) => {
    const { needs } = await import(new URL(`functions/${name}/needs.ts`, root).href);
    return [name, needs] as const;
  };
  return Object.fromEntries(await Promise.all(names.sort().map(load)));
}

export function functionStack(all: Readonly<Record<string, FunctionNeeds>>): FunctionStack {
  const each = <T>(make: (needs: FunctionNeeds, name: string) => T) =>
    Object.fromEntries(Object.entries(all).map(([name, needs]) => [name, make(needs, name)]));
  return { roles: each((needs, name) => roleOf(name, needs)), environments: each(({ parts }) => environmentOf(parts)) };
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
