import { createServer, type IncomingMessage, request } from "node:http";
import { type Dynoxide, startDynoxide } from "./dynoxide.ts";
import { prefixAsRange } from "./prefix-as-range.ts";

/** DynamoDB on this machine, whose clients needn't know about the emulator. */
export interface DynamoDb {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Starts dynoxide with a proxy in front of it that rewrites requests that dynoxide reads differently from DynamoDB. */
export async function startDynamoDb(): Promise<DynamoDb> {
  const dynoxide = await startDynoxide();
  const server = createServer({ keepAliveTimeout: 0 }, async (incoming, outgoing) => {
    try {
      const answer = await passOn(dynoxide, incoming, await wholeOf(incoming));
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    } catch {
      outgoing.destroy(); // The client sees a broken connection, as if the emulator had stopped.
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A server on a port has an address");
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await dynoxide.stop();
    },
  };
}

function passOn({ endpoint }: Dynoxide, { headers, method, url }: IncomingMessage, body: Buffer) {
  const isQuery = String(headers["x-amz-target"]).endsWith(".Query");
  const sent = isQuery ? Buffer.from(JSON.stringify(prefixAsRange(JSON.parse(body.toString())))) : body;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const onward = request(new URL(url ?? "/", endpoint), {
    method,
    headers: { ...headers, "content-length": String(sent.length) },
  });
  onward.on("response", resolve).on("error", reject).end(sent);
  return promise;
}

async function wholeOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}
