import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { mcpRefusal } from "#shared/contract/values/mcp-refusal.ts";
import { Slug } from "../definition/contract.ts";

const description =
  "The Model Context Protocol over HTTP (Streamable HTTP), in all revisions since 2025-03-26, without sessions. " +
  "A Data API Key with OData comes as bearer, as the password of Basic with the user `apiKey`, or as `apiKey` in the query; " +
  "an account of the file comes as Basic; an access token of a sign-in comes as bearer. Tools are those that the account may run. " +
  "Calls are by POST. GET is for clients that ask how to sign in before they call: the challenge without a credential, 405 with one.";

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
    answers: "raw",
    streams: true,
    refusal: mcpRefusal,
    errors: [
      "mcp_server_not_found",
      "method_not_allowed",
      "mcp_credential_refused",
      "credentials_repeated",
      "mcp_scope_insufficient",
      "key_file_not_allowed",
      "too_many_attempts",
      "body_too_large",
      "json_invalid",
      "upstream_unreachable",
      "file_not_available",
      "mcp_calls_prevented",
    ],
    example: { input: { mcp_server_slug: "sales" } },
  },
});
