import { Play, RotateCw, Square } from "lucide-react";
import { useState } from "react";
import type { ServerService } from "#shared/server/contract.ts";
import { agentMessages } from "../../messages/agents.ts";
import { Panel } from "../../ui/layout/panel.tsx";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import { type ServerCommand, ServerCommandDialog } from "./server-command-dialog.tsx";

const text = agentMessages.server;
const icons = { start: Play, restart: RotateCw, stop: Square } as const;
const services = Object.keys(text.services) as readonly ServerService[];

/** Starts, stops and restarts the parts of FileMaker Server. */
export function ServerCommandsPanel({ onStarted }: { readonly onStarted: (processId: number) => void }) {
  const [asked, setAsked] = useState<ServerCommand>();
  return (
    <Panel title={text.title} text={text.text} flush>
      <ul className="divide-y divide-line">
        {services.map((service) => (
          <li key={service} className="flex items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="font-medium">{text.services[service]}</p>
              <p className="text-muted text-sm">{text.effects[service]}</p>
            </div>
            <MenuButton
              label={text.actionsOf(text.services[service])}
              className="border border-line"
              groups={(["restart", "start", "stop"] as const).map((command) => [
                {
                  text: text.entry(text.commands[command]),
                  icon: icons[command],
                  danger: command === "stop",
                  onChoose: () => setAsked({ command, service }),
                },
              ])}
            />
          </li>
        ))}
      </ul>
      {asked && <ServerCommandDialog asked={asked} onClose={() => setAsked(undefined)} onStarted={onStarted} />}
    </Panel>
  );
}
