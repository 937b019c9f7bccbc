import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

interface Connection {
  readonly baseUrl: string;
  readonly slug: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Includes the question mark. */
  readonly query?: string;
}

export const bearer = (value: string) => ({ Authorization: `Bearer ${value}` });
export const basicOf = (user: string, pass: string) => ({
  Authorization: `Basic ${Buffer.from(`${user}:${pass}`).toString("base64")}`,
});

const addressOf = ({ baseUrl, slug, query = "" }: Connection) => new URL(`${baseUrl}/svc/mcp/${slug}${query}`);

/** Connects a client of the current SDK, as a host would. */
export async function connected(connection: Connection) {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const { headers = {} } = connection;
  await client.connect(new StreamableHTTPClientTransport(addressOf(connection), { requestInit: { headers } }));
  return client;
}

/** Connects a client of the SDK's first version. */
export async function connectedOld(connection: Connection) {
  const client = new OldClient({ name: "test", version: "1" });
  const { headers = {} } = connection;
  // Its types are looser than `exactOptionalPropertyTypes` requires.
  await client.connect(new OldTransport(addressOf(connection), { requestInit: { headers } }) as never);
  return client;
}
