import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { APIGatewayProxyResult } from "aws-lambda";
import { type WebSocket, WebSocketServer } from "ws";
import type { SocketEvent } from "../../../functions/lambda/on-sockets.ts";

/** WebSocket API of API Gateway: turns socket activity into events, and data posted to a connection into messages. */
export interface AnApiGateway {
  readonly url: string;
  readonly linkAddress: string;
  /** All events, and all calls about a connection, such as `POST 200`. */
  readonly seen: readonly string[];
  /** Returns the function's last answer to an event of a route. */
  answerTo(route: string): APIGatewayProxyResult | undefined;
  /** Drops all connections without an event, as when one of API Gateway's machines fails. */
  forget(): void;
  close(): Promise<void>;
}

type Listener = (event: SocketEvent) => Promise<APIGatewayProxyResult>;

export async function anApiGateway(listener: () => Listener): Promise<AnApiGateway> {
  const sockets = new WebSocketServer({ noServer: true });
  const open = new Map<string, WebSocket>();
  const seen: string[] = [];
  const answers = new Map<string, APIGatewayProxyResult>();
  let count = 0;

  const publish = async (routeKey: string, connectionId: string, more: Partial<SocketEvent>) => {
    seen.push(routeKey);
    const answer = await listener()({ ...more, requestContext: { routeKey, connectionId } });
    answers.set(routeKey, answer);
    return answer;
  };
  const keep = (id: string, socket: WebSocket) => {
    open.set(id, socket);
    let done: Promise<unknown> = Promise.resolve();
    socket.on("message", (data) => {
      done = done.then(() => publish("$default", id, { body: String(data) }));
    });
    socket.once("close", () => {
      if (open.delete(id)) done = done.then(() => publish("$disconnect", id, {}));
    });
  };
  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    count += 1;
    const id = `L0SM9cOFvHcCIhw=${count}`;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const { statusCode, body } = await publish("$connect", id, { headers });
    if (statusCode === 200) sockets.handleUpgrade(request, socket, head, (link) => keep(id, link));
    else
      socket.end(
        `HTTP/1.1 ${statusCode} Refused\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      );
  };

  const server = createServer(async (request, response) => {
    const id = decodeURIComponent(request.url?.split("/@connections/")[1] ?? "");
    let text = "";
    for await (const chunk of request) text += chunk;
    const socket = open.get(id);
    const status = socket === undefined ? 410 : request.method === "POST" ? 200 : 204;
    seen.push(`${request.method} ${status}`);
    if (request.method === "POST") socket?.send(text);
    else socket?.close();
    response.writeHead(status).end();
  });
  server.on("upgrade", (request, socket, head) => void upgrade(request, socket, head));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}/prod`;
  return {
    url: `http://${place}`,
    linkAddress: `ws://${place}`,
    seen,
    answerTo: (route) => answers.get(route),
    forget() {
      open.clear();
    },
    close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
