import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from "@modelcontextprotocol/server";

/**
 * Returns the single request in a message of the old revisions, as nearly all messages are. Undefined for several requests, notifications,
 * and rejected messages.
 */
export function singleRequest(message: unknown, version: string | undefined): JSONRPCRequest | undefined {
  const isServed = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
  return isServed && isJSONRPCRequest(message) ? message : undefined;
}

/**
 * Returns a server's response to one request. The SDK's transport would create a web request and response for it, which takes as long as
 * the rest of the protocol.
 */
export async function answerTo(request: JSONRPCRequest, server: Pick<Server, "connect">): Promise<JSONRPCMessage> {
  const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>();
  const transport: Transport = {
    start: async () => undefined,
    close: async () => undefined,
    // A client that accepts JSON gets nothing before the response.
    async send(sent) {
      if ("id" in sent && !("method" in sent)) resolve(sent);
    },
  };
  await server.connect(transport);
  transport.onmessage?.(request);
  return promise;
}
