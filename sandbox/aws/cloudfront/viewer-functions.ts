import { runInNewContext } from "node:vm";
import type { Behavior } from "./distribution-config.ts";

interface Field {
  readonly value: string;
}

/** Request as a CloudFront Function gets and returns it. Names of headers are lowercase. */
interface ViewerRequest {
  readonly method: string;
  readonly uri: string;
  readonly headers: Readonly<Record<string, Field>>;
}

/** Answer of a CloudFront Function, which isn't forwarded to an origin. */
export interface ViewerResponse {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, Field>>;
  readonly body?: string;
}

type Handler = (event: { readonly request: ViewerRequest }) => ViewerRequest | ViewerResponse;

/**
 * Returns a function that runs the viewer-request function of a behavior, if it has one.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html
 * @param codes code of each function by its ARN
 */
export function viewerFunctions(codes: Readonly<Record<string, string>>) {
  const handlers = new Map<string, Handler>();
  return ({ FunctionAssociations }: Behavior, request: ViewerRequest): ViewerRequest | ViewerResponse => {
    const associations = Array.isArray(FunctionAssociations) ? FunctionAssociations : [];
    const { FunctionARN: arn } = associations.find(({ EventType }) => EventType === "viewer-request") ?? {};
    if (arn === undefined) return request;
    const code = codes[arn];
    if (code === undefined) throw new Error(`There is no function ${arn}`);
    const handler = handlers.get(arn) ?? (runInNewContext(`${code}; handler`) as Handler);
    handlers.set(arn, handler);
    return handler({ request: structuredClone(request) });
  };
}
