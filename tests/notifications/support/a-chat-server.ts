import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Request received by a server elsewhere. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields of the request
  readonly json: any;
}

/** Next answer, at any path. Default: 200 with `ok`. */
interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Starts a server that accepts messages for chats and webhook receivers. Every host name resolves to it. */
export async function aChatServer() {
  const received: Received[] = [];
  const replies: Reply[] = [];
  const statuses = new Map<string, number>();
  const server = createServer(async (request, answer) => {
    const body = await text(request);
    received.push({ path: request.url ?? "", headers: request.headers, body, json: JSON.parse(body) });
    const {
      status,
      headers = {},
      body: answered = "ok",
    } = replies.shift() ?? { status: statuses.get(request.url ?? "") ?? 200 };
    answer.writeHead(status, headers).end(answered);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    received,
    /** Returns the requests received at a path, oldest first. */
    at: (path: string) => received.filter((one) => one.path === path),
    /** Sets the answer at a path from now on. */
    answer: (path: string, status: number) => void statuses.set(path, status),
    reply: (...next: readonly Reply[]) => void replies.push(...next),
    url: (path: string) => `http://chat.example.test:${port}${path}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
