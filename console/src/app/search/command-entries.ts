import type { useNavigate } from "@tanstack/react-router";
import { serverCommands, serverServices } from "../../features/agents/server-commands.ts";
import { agentMessages } from "../../messages/english/agents.ts";
import { browserMessages } from "../../messages/english/browser.ts";
import { searchMessages } from "../../messages/english/search.ts";
import { messages } from "../../messages/messages.ts";
import { chooseMode, type ModeChoice } from "../../theme/appearance.ts";
import { signOut } from "../frame/sign-out.ts";
import { paths } from "../paths.ts";
import type { SearchResult } from "./search-result.ts";

const text = searchMessages;
const modes: readonly ModeChoice[] = ["light", "dark", "system"];

/** Returns commands that work on every page. Commands that affect other users ask for confirmation on their own page. */
export function commandEntries(navigate: ReturnType<typeof useNavigate>): readonly SearchResult[] {
  const { commands, services } = agentMessages.server;
  return [
    ...modes.map((mode) => ({
      id: `mode-${mode}`,
      group: text.actions,
      text: messages.frame[mode],
      also: text.appearance,
      open: () => chooseMode(mode),
    })),
    { id: "sign-out", group: text.actions, text: messages.frame.signOut, open: () => void signOut() },
    {
      id: "empty-trash",
      group: text.actions,
      text: browserMessages.trash.empty,
      open: () => void navigate({ to: paths.trash, search: { ask: "empty" } }),
    },
    ...serverCommands.flatMap((command) =>
      serverServices.map((service) => ({
        id: `${command}-${service}`,
        group: text.actions,
        text: `${commands[command]} ${services[service]}…`,
        open: () =>
          void navigate({ to: paths.settings, params: { part: "server" }, search: { ask: `${command}-${service}` } }),
      })),
    ),
  ];
}
