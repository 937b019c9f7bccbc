import { onSchedule } from "../lambda/on-schedule.ts";
import { agentsOnGateway } from "../lambda/openers/agents-on-gateway.ts";
import { deliveryQueueOnSqs } from "../lambda/openers/delivery-queue-on-sqs.ts";
import { handler as onMachine } from "./handler.ts";

export const handler = onSchedule(onMachine, { agents: agentsOnGateway, deliveryQueue: deliveryQueueOnSqs });
