import { nextHop } from "../../sandbox/aws/lambda/recursion.ts";

type Handler = (event: unknown, ...rest: unknown[]) => unknown;

/**
 * Wraps a function's handler as Lambda calls it: with the trace header of its chain of requests in the variable that clients read. An instance
 * has one call at a time, so the variable is that of the call.
 */
export function tracedHandler(own: Handler): Handler {
  return (event, ...rest) => {
    process.env._X_AMZN_TRACE_ID = nextHop(traceIn(event), process.env.AWS_LAMBDA_FUNCTION_NAME ?? "", "Allow").trace;
    return own(event, ...rest);
  };
}

interface SqsEvent {
  readonly Records?: readonly { readonly attributes?: { readonly AWSTraceHeader?: string } }[];
}

/** Returns the trace header of a message. Undefined for other events, which start a chain. */
function traceIn(event: unknown): string | undefined {
  const { Records: [record] = [] } = (event ?? {}) as SqsEvent;
  return record?.attributes?.AWSTraceHeader;
}
