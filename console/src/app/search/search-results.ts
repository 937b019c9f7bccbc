import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { allAdminKeys, allDataKeys } from "../../api/key-list.ts";
import { reading } from "../../api/query.ts";
import { actionsFor, asksFirst, type FileAction } from "../../features/files/file-actions.ts";
import { type FileRow, hostedFiles } from "../../features/files/file-list.ts";
import { beginStateChange } from "../../features/files/state-changes.ts";
import { allLogs } from "../../features/logs/log-list.ts";
import { foundOperations } from "../../features/operations/found-operations.ts";
import { useServerVersion } from "../../features/operations/use-server-version.ts";
import { browserMessages } from "../../messages/english/browser.ts";
import { fileMessages } from "../../messages/english/files.ts";
import { clientMessages } from "../../messages/english/installation/clients.ts";
import { logMessages } from "../../messages/english/logs.ts";
import { operationMessages } from "../../messages/english/operations.ts";
import { processMessages } from "../../messages/english/processes.ts";
import { searchMessages } from "../../messages/english/search.ts";
import { settingsMessages } from "../../messages/english/settings.ts";
import { messages } from "../../messages/messages.ts";
import { errorMeanings } from "../../ui/feedback/error-meanings.ts";
import { paths } from "../paths.ts";
import { commandEntries } from "./command-entries.ts";
import { eventEntries, eventPages } from "./event-entries.ts";
import { mcpEntries, mcpPages } from "./mcp-entries.ts";
import { rankedEntries } from "./rank-entries.ts";
import { requestEntries } from "./request-entries.ts";
import type { SearchResult } from "./search-result.ts";
import { keyEntries, settingEntries, taskEntries } from "./task-entries.ts";

const text = searchMessages;
const maxShown = 30;

/**
 * Returns entries for the typed words: pages, files, logs, keys by label, last four characters or id, runs, clients, requests by id,
 * commands, settings and error numbers.
 */
export function useSearchResults(typed: string, recent: readonly string[]): readonly SearchResult[] {
  const navigate = useNavigate();
  const keys = useQuery(allDataKeys);
  const adminKeys = useQuery(allAdminKeys);
  const files = useQuery({ ...hostedFiles, refetchInterval: false });
  const logs = useQuery(allLogs);
  const runs = useQuery(reading("GET /svc/api/processes", { limit: 50 }));
  const webhooks = useQuery(reading("GET /svc/api/webhooks", {}));
  const triggers = useQuery(reading("GET /svc/api/triggers", {}));
  const mcpServers = useQuery(reading("GET /svc/api/mcp-servers", {}));
  const version = useServerVersion();
  const connected = useQuery({ ...reading("GET /svc/api/clients", {}), enabled: typed.trim() !== "" });
  const wanted = typed.trim().toLowerCase();
  const parts = wanted.split(/\s+/);
  const { pages } = messages.frame;
  const always: readonly SearchResult[] = [
    { id: "home", group: text.pages, text: pages.home, open: () => void navigate({ to: paths.home }) },
    { id: "files", group: text.pages, text: pages.files, open: () => void navigate({ to: paths.files }) },
    {
      id: "clients",
      group: text.pages,
      text: clientMessages.label,
      open: () => void navigate({ to: paths.clients }),
    },
    {
      id: "browser",
      group: text.pages,
      text: pages.browser,
      open: () => void navigate({ to: paths.browse, params: { _splat: "" } }),
    },
    {
      id: "trash",
      group: text.pages,
      text: `${pages.browser}: ${browserMessages.tabs.trash}`,
      open: () => void navigate({ to: paths.trash }),
    },
    { id: "keys", group: text.pages, text: pages.keys, open: () => void navigate({ to: paths.keys }) },
    {
      id: "admin-keys",
      group: text.pages,
      text: messages.keys.adminKeys,
      open: () => void navigate({ to: paths.adminKeys }),
    },
    ...mcpPages(navigate),
    { id: "processes", group: text.pages, text: pages.processes, open: () => void navigate({ to: paths.processes }) },
    { id: "builds", group: text.pages, text: pages.builds, open: () => void navigate({ to: paths.builds }) },
    {
      id: "deployments",
      group: text.pages,
      text: pages.deployments,
      open: () => void navigate({ to: paths.deployments }),
    },
    { id: "schedules", group: text.pages, text: pages.schedules, open: () => void navigate({ to: paths.schedules }) },
    ...eventPages(navigate),
    { id: "logs", group: text.pages, text: pages.logs, open: () => void navigate({ to: paths.logs }) },
    { id: "alerts", group: text.pages, text: pages.alerts, open: () => void navigate({ to: paths.alerts }) },
    { id: "audit", group: text.pages, text: pages.audit, open: () => void navigate({ to: paths.audit }) },
    ...Object.entries(settingsMessages.parts).map(([part, name]) => ({
      id: `settings-${part}`,
      group: text.pages,
      text: `${pages.settings}: ${name}`,
      open: () => void navigate({ to: paths.settings, params: { part } }),
    })),
    {
      id: "create-data",
      group: text.actions,
      text: text.createDataKey,
      open: () => void navigate({ to: paths.keys, search: { create: true } }),
    },
    {
      id: "create-admin",
      group: text.actions,
      text: text.createAdminKey,
      open: () => void navigate({ to: paths.adminKeys, search: { create: true } }),
    },
  ];
  const change = (action: FileAction, file: FileRow) => {
    const isAsked = asksFirst(action, [file]);
    if (!isAsked) beginStateChange({ action, files: [file.filename] });
    void navigate({ to: paths.file, params: { name: file.filename }, search: isAsked ? { ask: action } : {} });
  };
  const found: readonly SearchResult[] = [
    ...always,
    ...(files.data ?? []).flatMap((file) => [
      {
        id: `file-${file.id}`,
        group: text.files,
        text: file.filename,
        open: () => void navigate({ to: paths.file, params: { name: file.filename } }),
      },
      ...actionsFor([file]).map((action) => ({
        id: `${action}-${file.id}`,
        group: text.actions,
        text: `${fileMessages.actions[action]} ${file.filename}`,
        open: () => change(action, file),
      })),
    ]),
    ...(logs.data?.logs ?? []).flatMap(({ name }) => [
      {
        id: `log-${name}`,
        group: text.logs,
        text: name,
        open: () => void navigate({ to: paths.log, params: { name } }),
      },
      {
        id: `log-errors-${name}`,
        group: text.actions,
        text: logMessages.showErrors(name),
        open: () => void navigate({ to: paths.log, params: { name }, search: { level: "error" } }),
      },
      {
        id: `log-clear-${name}`,
        group: text.actions,
        text: logMessages.clearAsk(name),
        open: () => void navigate({ to: paths.log, params: { name }, search: { ask: "clear" } }),
      },
    ]),
    ...(keys.data ?? []).map(({ id, label, key }) => ({
      id: `key-${id}`,
      group: text.keys,
      text: `${label || messages.keys.noLabel} ${key}`,
      also: `data-key:${id}`,
      open: () => void navigate({ to: paths.keys, search: { q: label || key.slice(-4) } }),
    })),
    ...(wanted === "" ? [] : foundOperations(files.data ?? [], version, parts)).map(
      ({ operation, file, text: sentence }) => ({
        id: `${operation}-${file}`,
        group: text.actions,
        text: sentence,
        also: operationMessages.names[operation],
        open: () => void navigate({ to: paths.file, params: { name: file }, search: { op: operation } }),
      }),
    ),
    ...(runs.data?.processes ?? []).map(({ id, title, state }) => ({
      id: `process-${id}`,
      group: text.processes,
      text: `${title} ${id} (${processMessages.states[state]})`,
      open: () => void navigate({ to: paths.process, params: { id: String(id) } }),
    })),
    ...(adminKeys.data ?? []).map(({ id, label, key }) => ({
      id: `admin-key-${id}`,
      group: text.keys,
      text: `${label || messages.keys.noLabel} ${key}`,
      also: `admin-key:${id}`,
      open: () => void navigate({ to: paths.adminKeys, search: { q: label || key.slice(-4) } }),
    })),
    ...(connected.data?.clients ?? []).map(({ id, userName, computerName, files: open }) => ({
      id: `client-${id}`,
      group: text.clients,
      text: [userName || clientMessages.nobody, computerName].filter(Boolean).join(", "),
      also: `client:${id} ${open.map(({ filename, account }) => `${filename} ${account}`).join(" ")}`,
      open: () => void navigate({ to: paths.clients, search: { client: id } }),
    })),
    ...eventEntries(navigate, { webhooks: webhooks.data?.webhooks ?? [], triggers: triggers.data?.triggers ?? [] }),
    ...mcpEntries(navigate, mcpServers.data?.servers ?? []),
    ...commandEntries(navigate),
    ...taskEntries(navigate),
    ...settingEntries(navigate),
    ...keyEntries(navigate, keys.data ?? [], "key"),
    ...keyEntries(navigate, adminKeys.data ?? [], "adminKey"),
    ...requestEntries(wanted, logs.data?.logs ?? [], navigate),
    ...errorMeanings.map((meaning) => ({
      id: `error-${meaning.number}`,
      group: text.errors,
      text: `${meaning.source} ${meaning.number}: ${meaning.sentence}`,
      explains: meaning,
    })),
    ...(isNumber(wanted) && !runs.data?.processes.some(({ id }) => String(id) === wanted)
      ? [
          {
            id: `process-${wanted}`,
            group: text.processes,
            text: text.processOf(wanted),
            open: () => void navigate({ to: paths.process, params: { id: wanted } }),
          },
        ]
      : []),
  ];
  if (wanted === "") return found.filter((entry) => always.includes(entry) || recent.includes(entry.id));
  return rankedEntries(found, typed, text).slice(0, maxShown);
}

/** Returns true for a possible process number. */
function isNumber(wanted: string): boolean {
  return /^[1-9]\d{0,8}$/.test(wanted);
}
