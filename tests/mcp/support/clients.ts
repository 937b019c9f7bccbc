import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

const identity = { name: "test", version: "1.0.0" };

/** Connects a client of the SDK's first version, which most programs in the field use. */
export async function olderClient(url: string, key: string): Promise<Client> {
  const client = new Client(identity);
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  // The SDK's own types disagree about optional fields that are undefined.
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }) as Transport);
  return client;
}

/** Connects a client of the SDK's second version: with the old revisions, the new one, or the server's choice. */
export async function newerClient(
  url: string,
  key: string,
  mode: "legacy" | "auto" | "modern",
  answer?: (message: string) => boolean,
): Promise<ModernClient> {
  const versions = mode === "modern" ? { pin: "2026-07-28" } : mode;
  const client = new ModernClient(identity, {
    versionNegotiation: { mode: versions },
    ...(answer !== undefined && { capabilities: { elicitation: { form: {} } } }),
  });
  if (answer !== undefined)
    client.setRequestHandler("elicitation/create", async ({ params }) => ({
      action: "accept",
      content: { confirm: answer(params.message) },
    }));
  await client.connect(
    new ModernTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${key}` } } }),
  );
  return client;
}
