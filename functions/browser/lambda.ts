import { agentsOnGateway } from "../lambda/agents-on-gateway.ts";
import { onLambda } from "../lambda/on-lambda.ts";
import { transfersOnS3 } from "../lambda/transfers-on-s3.ts";
import { handler as served } from "./handler.ts";

export const handler = onLambda(served, { agents: agentsOnGateway, transfers: transfersOnS3 });
