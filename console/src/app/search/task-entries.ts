import type { useNavigate } from "@tanstack/react-router";
import { triggerMessages } from "../../messages/english/events/triggers.ts";
import { searchMessages } from "../../messages/english/search.ts";
import { paths, type SettingsPart } from "../paths.ts";
import type { SearchResult } from "./search-result.ts";

const text = searchMessages;
type Navigate = ReturnType<typeof useNavigate>;

interface NamedKey {
  readonly id: number;
  readonly label: string | null;
  readonly key: string;
}

/** Returns what people set up, by what they call it, with the page on which they do. */
export function taskEntries(navigate: Navigate): readonly SearchResult[] {
  const { tasks } = text;
  const pages = {
    createTrigger: () => navigate({ to: paths.triggers, search: { create: true } }),
    createDeployment: () => navigate({ to: paths.newDeployment }),
    createSchedule: () => navigate({ to: paths.schedules }),
    createBuild: () => navigate({ to: paths.builds }),
    createAlert: () => navigate({ to: paths.alerts }),
    createBackup: () => navigate({ to: paths.backups }),
    createLocation: () => navigate({ to: paths.locations }),
    searchLogs: () => navigate({ to: paths.allLogs }),
  } as const;
  return Object.entries(pages).map(([name, open]) => ({
    id: `task-${name}`,
    group: text.actions,
    text: tasks[name as keyof typeof pages],
    ...(name === "createTrigger" && { also: triggerMessages.create }),
    open: () => void open(),
  }));
}

/** Returns settings by name, with the part of the settings that they are in. */
export function settingEntries(navigate: Navigate): readonly SearchResult[] {
  return (Object.entries(text.settings) as [SettingsPart, readonly string[]][]).flatMap(([part, names]) =>
    names.map((name) => ({
      id: `setting-${part}-${name}`,
      group: text.settingsGroup,
      text: name,
      also: text.settingsGroup,
      open: () => void navigate({ to: paths.settings, params: { part } }),
    })),
  );
}

/** Returns what can be done with each key, on its page. */
export function keyEntries(
  navigate: Navigate,
  keys: readonly NamedKey[],
  to: "key" | "adminKey",
): readonly SearchResult[] {
  return keys.flatMap((key) =>
    Object.entries(text.ofKey).map(([action, sentence]) => ({
      id: `${to}-${action}-${key.id}`,
      group: text.actions,
      text: sentence(key.label || key.key),
      also: key.key,
      open: () => void navigate({ to: paths[to], params: { id: String(key.id) } }),
    })),
  );
}
