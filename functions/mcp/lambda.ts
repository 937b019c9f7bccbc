import { onLambda } from "../lambda/on-lambda.ts";
import { ownApiOnGateway } from "../lambda/openers/own-api-on-gateway.ts";
import { handler as served } from "./handler.ts";

export const handler = onLambda(served, { ownApi: ownApiOnGateway });
