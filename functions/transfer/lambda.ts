import { onLambda } from "../lambda/on-lambda.ts";
import { queueOnSqs } from "../lambda/openers/queue-on-sqs.ts";
import { handler as served } from "./handler.ts";

export const handler = onLambda(served, { queue: queueOnSqs });
