import type { useNavigate } from "@tanstack/react-router";
import type { McpServer } from "#shared/mcp-servers/contract.ts";
import { searchMessages } from "../../messages/english/search.ts";
import { messages } from "../../messages/messages.ts";
import { paths } from "../paths.ts";
import type { SearchResult } from "./search-result.ts";

const text = searchMessages;
type Navigate = ReturnType<typeof useNavigate>;

/** Returns the page of MCP servers, and their creation command. */
export function mcpPages(navigate: Navigate): readonly SearchResult[] {
  return [
    {
      id: "mcp-servers",
      group: text.pages,
      text: messages.frame.pages.mcpServers,
      open: () => void navigate({ to: paths.mcpServers }),
    },
    {
      id: "create-mcp-server",
      group: text.actions,
      text: text.createMcpServer,
      open: () => void navigate({ to: paths.mcpServers, search: { create: true } }),
    },
  ];
}

/** Returns MCP servers, to be found by name, slug and file. */
export function mcpEntries(navigate: Navigate, servers: readonly McpServer[]): readonly SearchResult[] {
  return servers.map(({ slug, name, filename }) => ({
    id: `mcp-server-${slug}`,
    group: messages.frame.pages.mcpServers,
    text: name,
    also: `mcp-server:${slug} ${filename}`,
    open: () => void navigate({ to: paths.mcpServer, params: { slug } }),
  }));
}
