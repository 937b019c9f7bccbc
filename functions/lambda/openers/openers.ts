import type { Part } from "../../needs.ts";
import type { Platform } from "../../platform.ts";
import type { OpenerContext } from "./opener-context.ts";

type Opener<Name extends Part> = (context: OpenerContext) => Platform[Name];

/** Openers of the platform parts that not every resource needs. Each is loaded when a resource that needs it is. */
export const openers: { readonly [Name in Part]: () => Promise<Opener<Name>> } = {
  agents: async () => (await import("./agents-on-gateway.ts")).agentsOnGateway,
  blobs: async () => (await import("./blobs-on-s3.ts")).blobsOnS3,
  deliveryQueue: async () => (await import("./queues-on-sqs.ts")).deliveryQueueOnSqs,
  deliverySchedules: async () => (await import("./schedules-on-scheduler.ts")).deliverySchedulesOnScheduler,
  logLines: async () => (await import("./logs-on-cloudwatch.ts")).logLinesOnCloudWatch,
  mailer: async () => (await import("./mailer-on-lambda.ts")).mailerOnLambda,
  ownApi: async () => (await import("./own-api-on-gateway.ts")).ownApiOnGateway,
  queue: async () => (await import("./queues-on-sqs.ts")).queueOnSqs,
  schedules: async () => (await import("./schedules-on-scheduler.ts")).schedulesOnScheduler,
  serviceLogs: async () => (await import("./logs-on-cloudwatch.ts")).logsOnCloudWatch,
  transfers: async () => (await import("./transfers-on-s3.ts")).transfersOnS3,
};
