import { onLambda } from "../lambda/on-lambda.ts";
import { handler as served } from "./handler.ts";

export const handler = onLambda(served, {});
