import { createServer, type IncomingMessage } from "node:http";

/** Local AWS service, which doesn't check signatures. */
export interface Service {
  readonly origin: string;
  close(): Promise<void>;
}

/** Error for the caller. */
export interface Failure {
  readonly status: number;
  readonly name: string;
}

/** Thrown to refuse a call; the message is the error's name. */
export class Refusal extends Error implements Failure {
  override readonly name: string;
  readonly status: number;

  constructor(name: string, status = 400) {
    super(name);
    this.name = name;
    this.status = status;
  }
}

export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Starts a service on a free port. `gone` is aborted when the caller has disconnected or has its answer. */
export async function startService(
  answerTo: (incoming: IncomingMessage, text: string, gone: AbortSignal) => ServiceAnswer | Promise<ServiceAnswer>,
): Promise<Service> {
  // Idle connections are closed by clients alone. Node's limit of 5 seconds would close them while a busy process sends its next call.
  const server = createServer({ keepAliveTimeout: 0 }, async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once("close", () => gone.abort());
    const { status, headers, body } = await answerTo(incoming, await textOf(incoming), gone.signal);
    outgoing.writeHead(status, headers).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A server on a port has an address");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
