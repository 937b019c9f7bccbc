import { createServer } from "node:http";
import { Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { listen } from "../peers/peer-program.ts";
import { result, tools } from "./fifty-tools.ts";

// The SDK's low-level server with node:http and nothing in front of it: no key, no check of origins, no limit. Creates a server for each
// request, as is usual without sessions.
const text = JSON.stringify(result);

function bareServer(): Server {
  const server = new Server({ name: "bench", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", async () => ({ tools: [...tools] as never }));
  server.setRequestHandler("tools/call", async () => ({
    content: [{ type: "text", text }],
    structuredContent: result,
  }));
  return server;
}

listen(
  createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await bareServer().connect(transport);
    const { method = "POST", headers, url = "/" } = request;
    const answer = await transport.handleRequest(
      new Request(`http://127.0.0.1${url}`, { method, headers: headers as Record<string, string> }),
      { parsedBody: JSON.parse(Buffer.concat(chunks).toString()) },
    );
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { "Content-Type": "application/json", "Content-Length": body.length });
    response.end(body);
  }),
);
process.once("SIGTERM", () => process.exit(0));
