// The package has no types; these are the ones that the peer uses.
declare module "http-proxy" {
  import type { Agent, IncomingMessage, ServerResponse } from "node:http";
  import type { Socket } from "node:net";

  interface HttpProxy {
    web(request: IncomingMessage, response: ServerResponse): void;
    on(
      event: "error",
      listener: (error: Error, request: IncomingMessage, response: ServerResponse | Socket) => void,
    ): this;
  }

  const httpProxy: { createProxyServer(options: { readonly target: string; readonly agent: Agent }): HttpProxy };
  export default httpProxy;
}
