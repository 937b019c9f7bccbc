import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ServerService } from "#shared/server/contract.ts";
import { allAdminKeys, allDataKeys } from "../../api/key-list.ts";
import type { AuditNames } from "../../features/audit/audit-columns.tsx";
import { objectText, partsOf } from "../../features/audit/object-text.ts";
import { callerText } from "../../messages/caller-text.ts";
import { agentMessages } from "../../messages/english/agents.ts";
import { auditMessages } from "../../messages/english/audit.ts";
import { paths } from "../paths.ts";

const linkClasses =
  "inline-block leading-target underline decoration-line-strong underline-offset-2 hover:decoration-current";

/** Returns the rendering of names in the audit trail: keys by their labels, and links for everything that has a page. */
export function useAuditNames(): AuditNames {
  const lists = { "data-key": useQuery(allDataKeys).data, "admin-key": useQuery(allAdminKeys).data };

  /** Links a key. Deleted keys are shown by their number. */
  const keyLink = (kind: keyof typeof lists, id: string): ReactNode => {
    const keys = lists[kind];
    const key = keys?.find((each) => String(each.id) === id || each.key === id);
    const name = objectText(`${kind}:${key?.id ?? id}`);
    if (key === undefined) return keys === undefined ? name : auditMessages.gone(name);
    const to = kind === "data-key" ? paths.keys : paths.adminKeys;
    return (
      <Link to={to} search={{ q: key.label || key.key.slice(-4) }} className={linkClasses}>
        {key.label ? auditMessages.labelled(key.label, name) : name}
      </Link>
    );
  };

  return {
    actor(actor) {
      const [kind, id] = partsOf(actor);
      return kind === "admin-key" || kind === "data-key" ? keyLink(kind, id) : callerText(actor);
    },
    object(object) {
      const [kind, id] = partsOf(object);
      const name = objectText(object);
      if (kind === "data-key" || kind === "admin-key") return keyLink(kind, id);
      if (kind === "file" || kind === "file-note")
        return (
          <Link to={paths.file} params={{ name: id }} className={linkClasses}>
            {name}
          </Link>
        );
      if (kind === "process")
        return (
          <Link to={paths.process} params={{ id }} className={linkClasses}>
            {name}
          </Link>
        );
      if (kind === "webhook" || kind === "trigger" || kind === "delivery")
        return (
          <Link to={paths[kind]} params={{ id }} className={linkClasses}>
            {name}
          </Link>
        );
      if (kind === "mcp-server")
        return (
          <Link to={paths.mcpServer} params={{ slug: id }} className={linkClasses}>
            {name}
          </Link>
        );
      if (kind === "log")
        return (
          <Link to={paths.log} params={{ name: id }} className={linkClasses}>
            {name}
          </Link>
        );
      if (kind === "trash")
        return (
          <Link to={paths.trash} className={linkClasses}>
            {name}
          </Link>
        );
      const part = settingsParts[kind];
      if (part === undefined) return name;
      return (
        <Link to={paths.settings} params={{ part }} className={linkClasses}>
          {kind === "server-process" ? (agentMessages.server.services[id as ServerService] ?? name) : name}
        </Link>
      );
    },
  };
}

/** Settings pages by object. */
const settingsParts: Readonly<Record<string, string>> = {
  settings: "appearance",
  "allowed-networks": "access",
  "status-page": "access",
  session: "sessions",
  person: "people",
  "admin-mcp": "assistants",
  agent: "agents",
  "agent-code": "agents",
  "server-process": "server",
  "notification-destination": "notifications",
};
