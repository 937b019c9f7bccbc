import type { useNavigate } from "@tanstack/react-router";
import type { Webhook } from "#shared/webhooks/contract.ts";
import type { OutputOf } from "../../api/operations.ts";
import { webhookMessages } from "../../messages/english/events/webhooks.ts";
import { backupMessages } from "../../messages/english/installation/backups.ts";
import { searchMessages } from "../../messages/english/search.ts";
import { messages } from "../../messages/messages.ts";
import { paths } from "../paths.ts";
import type { SearchResult } from "./search-result.ts";

const text = searchMessages;
type Navigate = ReturnType<typeof useNavigate>;

/** Returns the pages of webhooks, triggers and deliveries, and their creation commands. */
export function eventPages(navigate: Navigate): readonly SearchResult[] {
  const { webhooks, backups } = messages.frame.pages;
  const { tabs } = webhookMessages;
  return [
    { id: "webhooks", group: text.pages, text: webhooks, open: () => void navigate({ to: paths.webhooks }) },
    {
      id: "deliveries",
      group: text.pages,
      text: `${webhooks}: ${tabs.deliveries}`,
      open: () => void navigate({ to: paths.deliveries }),
    },
    {
      id: "triggers",
      group: text.pages,
      text: `${webhooks}: ${tabs.triggers}`,
      open: () => void navigate({ to: paths.triggers }),
    },
    { id: "backups", group: text.pages, text: backups, open: () => void navigate({ to: paths.backups }) },
    {
      id: "locations",
      group: text.pages,
      text: `${backups}: ${backupMessages.tabs.locations}`,
      open: () => void navigate({ to: paths.locations }),
    },
    {
      id: "create-webhook",
      group: text.actions,
      text: webhookMessages.create,
      open: () => void navigate({ to: paths.webhooks, search: { create: true } }),
    },
  ];
}

/** Returns webhooks and table triggers, to be found by label, file and channel. */
export function eventEntries(
  navigate: Navigate,
  known: { readonly webhooks: readonly Webhook[]; readonly triggers: OutputOf<"GET /svc/api/triggers">["triggers"] },
): readonly SearchResult[] {
  return [
    ...known.webhooks.map(({ id, label, channel, database }) => ({
      id: `webhook-${id}`,
      group: text.webhooks,
      text: label || channel,
      also: `webhook:${id} ${database} ${channel}`,
      open: () => void navigate({ to: paths.webhook, params: { id: String(id) } }),
    })),
    ...known.triggers.map(({ id, label, database, tableName }) => ({
      id: `trigger-${id}`,
      group: text.webhooks,
      text: label,
      also: `trigger:${id} ${database} ${tableName}`,
      open: () => void navigate({ to: paths.trigger, params: { id: String(id) } }),
    })),
  ];
}
