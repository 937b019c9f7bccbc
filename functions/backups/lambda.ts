import { onLambda } from "../lambda/on-lambda.ts";
import { agentsOnGateway } from "../lambda/openers/agents-on-gateway.ts";
import { queueOnSqs } from "../lambda/openers/queue-on-sqs.ts";
import { schedulesOnScheduler } from "../lambda/openers/schedules-on-scheduler.ts";
import { handler as served } from "./handler.ts";

export const handler = onLambda(served, {
  agents: agentsOnGateway,
  queue: queueOnSqs,
  schedules: schedulesOnScheduler,
});
