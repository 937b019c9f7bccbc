import { onLambda } from "../lambda/on-lambda.ts";
import { agentsOnGateway } from "../lambda/openers/agents-on-gateway.ts";
import { handler as served } from "./handler.ts";

export const handler = onLambda(served, { agents: agentsOnGateway });
