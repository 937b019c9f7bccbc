import type { APIGatewayProxyEvent } from "aws-lambda";
import { agentsOnGateway } from "../lambda/agents-on-gateway.ts";
import { blobsOnS3 } from "../lambda/blobs-on-s3.ts";
import { wholeOnPlatform } from "../lambda/on-lambda.ts";
import { lambdaPlatform } from "../lambda/platform.ts";
import { queueOnSqs } from "../lambda/queue-on-sqs.ts";
import type { Platform } from "../platform.ts";
import { readAwsSettings } from "../settings/aws.ts";
import { handler as served } from "./handler.ts";
import { type SocketEvent, socketHandler } from "./socket.ts";
import { agentLinks } from "./wiring.ts";

const settings = readAwsSettings();
const platform = lambdaPlatform<Pick<Platform, "agents" | "queue" | "blobs">>(settings, {
  agents: agentsOnGateway,
  queue: queueOnSqs,
  blobs: blobsOnS3,
});
const onCall = wholeOnPlatform(served, platform, settings);
const onSocket = socketHandler(agentLinks(platform), platform.log);

/** One function for both: what administrators ask about agents, and what agents send on their link. */
export async function handler(event: APIGatewayProxyEvent | SocketEvent) {
  if (!isOfSocket(event)) return onCall(event);
  const answer = await onSocket(event);
  await platform.background.settle();
  return answer;
}

function isOfSocket(event: APIGatewayProxyEvent | SocketEvent): event is SocketEvent {
  return event.requestContext.connectionId !== undefined;
}
