import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from "@modelcontextprotocol/server";

/** The one request that a message of the old revisions is, as nearly all are; undefined for several, for notifications, and for what is refused. */
export function singleRequest(message: unknown, version: string | undefined): JSONRPCRequest | undefined {
  const isServed = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
  return isServed && isJSONRPCRequest(message) ? message : undefined;
}

/**
 * What a server answers to one request. The SDK's transport would make a request and a response of the web's form for it, which takes as long as all
 * else that the protocol does.
 */
export async function answerTo(request: JSONRPCRequest, server: Pick<Server, "connect">): Promise<JSONRPCMessage> {
  const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>();
  const transport: Transport = {
    start: async () => undefined,
    close: async () => undefined,
    // A client that takes JSON hears nothing before the answer.
    async send(sent) {
      if ("id" in sent && !("method" in sent)) resolve(sent);
    },
  };
  await server.connect(transport);
  transport.onmessage?.(request);
  return promise;
}
