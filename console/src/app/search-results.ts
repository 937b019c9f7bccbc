import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { configuration } from "../api/configuration.ts";
import { allDataKeys } from "../features/keys/key-list.ts";
import { errorMeanings } from "../ui/error-meanings.ts";
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

/** Pages and actions first, then keys by label or last four, then error numbers. */
export function useSearchResults(typed: string): readonly Found[] {
  const navigate = useNavigate();
  const keys = useQuery(allDataKeys);
  const wanted = typed.trim().toLowerCase();
  const { pages } = words.frame;
  const always: readonly Found[] = [
    { id: "home", group: text.pages, text: pages.home, open: () => void navigate({ to: paths.home }) },
    { id: "keys", group: text.pages, text: pages.keys, open: () => void navigate({ to: paths.keys }) },
    {
      id: "admin-keys",
      group: text.pages,
      text: words.home.adminKeys,
      open: () => void navigate({ to: paths.adminKeys }),
    },
    { id: "audit", group: text.pages, text: pages.audit, open: () => void navigate({ to: paths.audit }) },
    ...Object.entries(words.settings.parts).map(([part, name]) => ({
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
  const found: readonly Found[] = [
    ...always,
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
