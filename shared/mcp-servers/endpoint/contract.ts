import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Slug } from "../definition/contract.ts";

const description =
  "The Model Context Protocol over HTTP (Streamable HTTP), in all revisions since 2025-03-26, without sessions. " +
  "Send a Data API key with OData as bearer token, as the password of Basic with the user `apiKey`, or as `apiKey` in the query; " +
  "send an account of the file with Basic, or the access token of a sign-in as bearer token. The list has the tools that the account can run. " +
  "Send calls with POST. GET is for clients that ask how to sign in before they call: it responds with the challenge if there is no credential, otherwise with 405.";

export const mcpEndpoints = resource({
  callMcpServer: {
    method: "ANY",
    methods: ["GET", "POST"],
    path: "/svc/mcp/{mcp_server_slug}",
    summary: "Call the tools of an MCP server",
    description,
    access: "own",
    credential: "data-key-or-account",
    input: z.object({ mcp_server_slug: Slug }),
    output: z.unknown(),
    answers: "mcp",
    errors: [
      "mcp_server_not_found",
      "method_not_allowed",
      "mcp_credential_refused",
      "credentials_repeated",
      "mcp_scope_insufficient",
      "key_odata_off",
      "key_file_not_allowed",
      "too_many_attempts",
      "body_too_large",
      "json_invalid",
      "upstream_unreachable",
      "certificate_refused",
      "file_not_available",
      "mcp_calls_prevented",
    ],
    example: { input: { mcp_server_slug: "sales" } },
  },
});
