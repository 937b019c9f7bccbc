import { createServer, type IncomingMessage } from "node:http";

/** A service of AWS that runs here. It checks no signature. */
export interface Service {
  readonly origin: string;
  close(): Promise<void>;
}

/** An error as a caller is to see it. */
export interface Failure {
  readonly status: number;
  readonly name: string;
}

/** A call that is refused: the message is the error's name. */
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

/** Serves on a free port. `gone` aborts when the caller has disconnected, or has its answer. */
export async function startService(
  answerTo: (incoming: IncomingMessage, text: string, gone: AbortSignal) => ServiceAnswer | Promise<ServiceAnswer>,
): Promise<Service> {
  const server = createServer(async (incoming, outgoing) => {
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
