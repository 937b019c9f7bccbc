import type { APIGatewayProxyEvent } from "aws-lambda";
import { blobsOnS3, onEvent, queueOnSqs } from "../aws.ts";
import { agentLinks } from "../wiring/agent.ts";
import { afterwards } from "../wiring/foundation.ts";
import { handler as onMachine } from "./handler.ts";
import { type SocketEvent, socketHandler } from "./socket.ts";

const onCall = onEvent(onMachine, blobsOnS3, queueOnSqs);
const onSocket = socketHandler(agentLinks);

/** One function for both: what administrators ask about agents, and what agents say on their link. */
export async function handler(event: APIGatewayProxyEvent | SocketEvent, context: object) {
  if (!isOfSocket(event)) return onCall(event, context);
  const answer = await onSocket(event);
  await afterwards().settle();
  return answer;
}

function isOfSocket(event: APIGatewayProxyEvent | SocketEvent): event is SocketEvent {
  return event.requestContext.connectionId !== undefined;
}
