import { onCallsAndSockets } from "../lambda/on-sockets.ts";
import { agentsOnGateway } from "../lambda/openers/agents-on-gateway.ts";
import { blobsOnS3 } from "../lambda/openers/blobs-on-s3.ts";
import { queueOnSqs } from "../lambda/openers/queue-on-sqs.ts";
import { handler as served } from "./handler.ts";
import { agentLinks } from "./wiring.ts";

/** Handles both administrators' calls about agents and the messages that agents send on their link. */
export const handler = onCallsAndSockets(served, agentLinks, {
  agents: agentsOnGateway,
  queue: queueOnSqs,
  blobs: blobsOnS3,
});
