import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { configuration } from "../api/configuration.ts";
import { reading } from "../api/query.ts";
import { actionsFor, asksFirst, type FileAction } from "../features/files/file-actions.ts";
import { type FileRow, hostedFiles } from "../features/files/file-list.ts";
import { beginStateChange } from "../features/files/state-changes.ts";
import { allDataKeys } from "../features/keys/key-list.ts";
import { allLogs } from "../features/logs/log-list.ts";
import { errorMeanings } from "../ui/error-meanings.ts";
import { browserWords } from "../words/browser.ts";
import { clientWords, fileWords } from "../words/files.ts";
import { logWords } from "../words/logs.ts";
import { processWords } from "../words/processes.ts";
import { settingsWords } from "../words/settings.ts";
import { words } from "../words/words.ts";
import { paths } from "./paths.ts";

/** One line of the palette. */
export interface Found {
  readonly id: string;
  readonly group: string;
  readonly text: string;
  readonly open: () => void;
}

const text = words.palette;
const most = 30;

/** Pages and actions first, then files and what can be done with them, keys by label or last four, error numbers. */
export function useSearchResults(typed: string): readonly Found[] {
  const navigate = useNavigate();
  const keys = useQuery(allDataKeys);
  const files = useQuery({ ...hostedFiles, refetchInterval: false });
  const logs = useQuery(allLogs);
  const runs = useQuery(reading("GET /svc/api/processes", { limit: 50 }));
  const wanted = typed.trim().toLowerCase();
  const { pages } = words.frame;
  const always: readonly Found[] = [
    { id: "home", group: text.pages, text: pages.home, open: () => void navigate({ to: paths.home }) },
    { id: "files", group: text.pages, text: pages.files, open: () => void navigate({ to: paths.files }) },
    {
      id: "clients",
      group: text.pages,
      text: clientWords.label,
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
      text: `${pages.browser}: ${browserWords.tabs.trash}`,
      open: () => void navigate({ to: paths.trash }),
    },
    { id: "keys", group: text.pages, text: pages.keys, open: () => void navigate({ to: paths.keys }) },
    {
      id: "admin-keys",
      group: text.pages,
      text: words.home.adminKeys,
      open: () => void navigate({ to: paths.adminKeys }),
    },
    { id: "processes", group: text.pages, text: pages.processes, open: () => void navigate({ to: paths.processes }) },
    { id: "logs", group: text.pages, text: pages.logs, open: () => void navigate({ to: paths.logs }) },
    { id: "audit", group: text.pages, text: pages.audit, open: () => void navigate({ to: paths.audit }) },
    ...Object.entries(settingsWords.parts).map(([part, name]) => ({
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
  if (wanted === "") return always;
  const change = (action: FileAction, file: FileRow) => {
    const isAsked = asksFirst(action, [file]);
    if (!isAsked) beginStateChange({ action, files: [file.filename] });
    void navigate({ to: paths.file, params: { name: file.filename }, search: isAsked ? { ask: action } : {} });
  };
  const found: readonly Found[] = [
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
        text: `${fileWords.actions[action]} ${file.filename}`,
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
        text: logWords.showErrors(name),
        open: () => void navigate({ to: paths.log, params: { name }, search: { level: "error" } }),
      },
      {
        id: `log-clear-${name}`,
        group: text.actions,
        text: logWords.clearAsk(name),
        open: () => void navigate({ to: paths.log, params: { name }, search: { ask: "clear" } }),
      },
    ]),
    ...(runs.data?.processes ?? []).map(({ id, title, state }) => ({
      id: `process-${id}`,
      group: text.processes,
      text: `${title} ${id} (${processWords.states[state]})`,
      open: () => void navigate({ to: paths.process, params: { id: String(id) } }),
    })),
    ...(keys.data ?? []).map(({ id, label, key }) => ({
      id: `key-${id}`,
      group: text.keys,
      text: `${label || words.keys.noLabel} ${key}`,
      open: () => void navigate({ to: paths.keys, search: { q: label || key.slice(-4) } }),
    })),
    ...errorMeanings.map(({ source, number, sentence }) => ({
      id: `error-${number}`,
      group: text.errors,
      text: `${source} ${number}: ${sentence}`,
      open: () => window.location.assign(`/${configuration().prefix}/apidoc/errors`),
    })),
  ];
  return found.filter((entry) => entry.text.toLowerCase().includes(wanted)).slice(0, most);
}
