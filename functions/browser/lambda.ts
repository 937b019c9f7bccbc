import { onLambda } from "../lambda/on-lambda.ts";
import { agentsOnGateway } from "../lambda/openers/agents-on-gateway.ts";
import { transfersOnS3 } from "../lambda/openers/transfers-on-s3.ts";
import { handler as served } from "./handler.ts";

export const handler = onLambda(served, { agents: agentsOnGateway, transfers: transfersOnS3 });
