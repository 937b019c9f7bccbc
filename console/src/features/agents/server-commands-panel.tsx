import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleHelp, CircleX, Play, RotateCw, Square } from "lucide-react";
import type { OutputOf } from "../../api/operations.ts";
import { reading } from "../../api/query.ts";
import { agentMessages } from "../../messages/english/agents.ts";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { ServerCommandDialog } from "./server-command-dialog.tsx";
import { commandIn, serverCommands, serverServices } from "./server-commands.ts";

const text = agentMessages.server;
const icons = { start: Play, restart: RotateCw, stop: Square } as const;
/** Refresh interval while the page is visible: FileMaker Server doesn't report that a part has started or stopped. */
const pollMs = 10_000;

type State = OutputOf<"GET /svc/api/fms-process">["services"][number]["state"];

const looks = {
  running: { tone: "good", icon: CircleCheck },
  stopped: { tone: "bad", icon: CircleX },
  absent: { tone: "plain", icon: CircleX },
  unknown: { tone: "plain", icon: CircleHelp },
} as const satisfies Readonly<Record<State, object>>;

/** Parts of FileMaker Server with their states, and the commands that start, stop and restart them. */
export function ServerCommandsPanel({
  asked,
  onAsk,
  onStarted,
}: {
  /** Command that is being confirmed, as in the address. */
  readonly asked: string | undefined;
  readonly onAsk: (asked: string | undefined) => void;
  readonly onStarted: (processId: number) => void;
}) {
  const parts = useQuery({ ...reading("GET /svc/api/fms-process", {}), refetchInterval: pollMs });
  const command = commandIn(asked);
  return (
    <Panel title={text.title} text={text.text} flush>
      <ReadFailure reads={[parts]} />
      <ul className="divide-y divide-line">
        {serverServices.map((service) => {
          const state = parts.data?.services.find((part) => part.service === service)?.state;
          return (
            <li key={service} className="flex items-center gap-3 px-4 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
                  <span>{text.services[service]}</span>
                  {state && (
                    <span title={text.stateMeanings[state]}>
                      <Chip {...looks[state]}>{text.states[state]}</Chip>
                    </span>
                  )}
                </p>
                <p className="text-muted text-sm">{text.effects[service]}</p>
              </div>
              <MenuButton
                label={text.actionsOf(text.services[service])}
                className="border border-line"
                groups={serverCommands.map((each) => [
                  {
                    needs: "POST /svc/api/fms-process",
                    text: text.entry(text.commands[each]),
                    icon: icons[each],
                    danger: each === "stop",
                    unavailable: state && text.unavailable[state][each],
                    onChoose: () => onAsk(`${each}-${service}`),
                  },
                ])}
              />
            </li>
          );
        })}
      </ul>
      {command && <ServerCommandDialog asked={command} onClose={() => onAsk(undefined)} onStarted={onStarted} />}
    </Panel>
  );
}
