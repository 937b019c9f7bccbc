import { createServer, type IncomingMessage } from "node:http";
import { type FilterInput, filtered, LogsRefusal, type StoredEvent } from "./filtered.ts";

/** CloudWatch Logs with one log group, as far as reading goes, and what was asked of it. */
export interface CloudWatchLogsServer {
  readonly origin: string;
  readonly asked: readonly { readonly operation: string; readonly input: Readonly<Record<string, unknown>> }[];
  /** Takes a line as if a function had printed it at that moment. */
  put(at: number, message: string): void;
  /** Fails so many calls from now on with this error. */
  fail(times: number, error: { readonly status: number; readonly name: string }): void;
  close(): Promise<void>;
}

interface ServerOptions {
  readonly logGroup: string;
  /** How many lines one call looks at: CloudWatch answers with empty pages where there is nothing among them. */
  readonly scanned?: number;
}

export async function startCloudWatchLogs({
  logGroup,
  scanned = 10_000,
}: ServerOptions): Promise<CloudWatchLogsServer> {
  const events: StoredEvent[] = [];
  const asked: { operation: string; input: Readonly<Record<string, unknown>> }[] = [];
  let failure = { times: 0, status: 500, name: "" };
  let count = 0;
  const latest = () => events.reduce((last, { timestamp }) => Math.max(last, timestamp), 0);

  const operations: Readonly<Record<string, (input: Readonly<Record<string, unknown>>) => object>> = {
    FilterLogEvents(input) {
      if (input.logGroupName !== logGroup) throw new LogsRefusal("ResourceNotFoundException");
      return filtered(events, input as FilterInput, scanned);
    },
    DescribeLogGroups({ logGroupNamePrefix = "" }) {
      const storedBytes = events.reduce((sum, { message }) => sum + Buffer.byteLength(message) + 26, 0);
      // Names that begin the same are found too.
      const names = [logGroup, `${logGroup}-other`].filter((name) => name.startsWith(String(logGroupNamePrefix)));
      return {
        logGroups: names.map((name) => ({ logGroupName: name, storedBytes: name === logGroup ? storedBytes : 1 })),
      };
    },
    DescribeLogStreams({ logGroupName }) {
      if (logGroupName !== logGroup) throw new LogsRefusal("ResourceNotFoundException");
      return { logStreams: events.length === 0 ? [] : [{ logStreamName: "one", lastEventTimestamp: latest() }] };
    },
  };

  function answerTo(operation: string, input: Readonly<Record<string, unknown>>) {
    asked.push({ operation, input });
    if (failure.times > 0) {
      failure = { ...failure, times: failure.times - 1 };
      return { status: failure.status, body: { __type: failure.name } };
    }
    try {
      const act = operations[operation];
      if (act === undefined) throw new LogsRefusal("UnknownOperationException");
      return { status: 200, body: act(input) };
    } catch (error) {
      if (!(error instanceof LogsRefusal)) throw error;
      return { status: 400, body: { __type: error.message } };
    }
  }

  const server = createServer(async (incoming, outgoing) => {
    const operation = String(incoming.headers["x-amz-target"]).replace("Logs_20140328.", "");
    const { status, body } = answerTo(operation, JSON.parse(await textOf(incoming)));
    outgoing.writeHead(status, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A server on a port has an address");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    put(timestamp, message) {
      count += 1;
      events.push({ eventId: String(count).padStart(56, "0"), timestamp, message });
    },
    fail(times, { status, name }) {
      failure = { times, status, name };
    },
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
