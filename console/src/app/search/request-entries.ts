import type { useNavigate } from "@tanstack/react-router";
import type { LogListing } from "#shared/logs/contract.ts";
import { searchMessages } from "../../messages/english/search.ts";
import { messages } from "../../messages/messages.ts";
import { paths } from "../paths.ts";
import type { SearchResult } from "./search-result.ts";

const text = searchMessages;

/** Returns links to a request in the service's logs and the audit trail, by its id from an error or the `X-Request-Id` header. */
export function requestEntries(
  wanted: string,
  logs: readonly LogListing[],
  navigate: ReturnType<typeof useNavigate>,
): readonly SearchResult[] {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(wanted)) return [];
  return [
    ...logs
      .filter(({ place }) => place === "service")
      .map(({ name }) => ({
        id: `request-${name}`,
        group: text.requests,
        text: text.requestIn(name),
        also: wanted,
        open: () => void navigate({ to: paths.log, params: { name }, search: { q: wanted } }),
      })),
    {
      id: "request-audit",
      group: text.requests,
      text: text.requestIn(messages.frame.pages.audit),
      also: wanted,
      open: () => void navigate({ to: paths.audit, search: { request: wanted } }),
    },
  ];
}
