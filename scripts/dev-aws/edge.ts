import { createContext, runInContext } from "node:vm";
import type { DistributionConfig } from "../../sandbox/aws/cloudfront/distribution-config.ts";
import { type EdgeServer, type EdgeServerOptions, startEdgeServer } from "../../sandbox/aws/edge-server.ts";
import { streamedRoutes } from "../../sandbox/aws/gateway/streamed-routes.ts";
import { challengesCode } from "../deployment/challenges-stack.ts";
import { begunHeader } from "./buffered-streams.ts";
import type { CreatedStack } from "./stack.ts";

/** Starts CloudFront and API Gateway in front of the functions at an address, with the settings of the created stack. */
export function startEdge(
  stack: CreatedStack,
  apiUrl: string,
  at: { host: string; port: number },
): Promise<EdgeServer> {
  const { DistributionConfig } = stack.properties("Distribution");
  return startEdgeServer({
    ...at,
    distribution: DistributionConfig as unknown as DistributionConfig,
    origins: { api: apiUrl },
    functions: Object.fromEntries(
      stack.all("AWS::CloudFront::Function").map(({ id, properties }) => [id, String(properties.FunctionCode)]),
    ),
    isStreamed: streamedRoutes(stack.all("AWS::ApiGateway::Resource"), stack.all("AWS::ApiGateway::Method")),
    gatewayResponses: gatewayResponses(stack),
    onOriginResponse: challengesFunction(),
    firstByteHeader: begunHeader,
  });
}

function gatewayResponses(stack: CreatedStack): Readonly<Record<string, string>> {
  return Object.fromEntries(
    stack.all("AWS::ApiGateway::GatewayResponse").map(({ properties: { ResponseType, ResponseTemplates } }) => {
      const templates = ResponseTemplates as Readonly<Record<string, string>>;
      return [String(ResponseType), templates["application/json"] ?? ""];
    }),
  );
}

type EdgeHeaders = Readonly<Record<string, readonly { readonly key: string; readonly value: string }[]>>;
type EdgeHandler = (event: object) => Promise<{ readonly headers: EdgeHeaders }>;

/** Returns the function that is deployed for answers with challenges, on headers in Node's form. */
function challengesFunction(): EdgeServerOptions["onOriginResponse"] {
  const exports: { handler?: EdgeHandler } = {};
  runInContext(challengesCode, createContext({ exports }));
  const { handler } = exports;
  if (handler === undefined) throw new Error("The function for challenges has no handler");
  return async (headers) => {
    const given = Object.entries(headers).map(
      ([key, values]) => [key, [values].flat().map((value) => ({ key, value }))] as const,
    );
    const response = await handler({ Records: [{ cf: { response: { headers: Object.fromEntries(given) } } }] });
    return Object.fromEntries(
      Object.entries(response.headers).map(([key, values]) => [key, values.map(({ value }) => value)]),
    );
  };
}
