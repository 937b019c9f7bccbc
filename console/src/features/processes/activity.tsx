import { Popover } from "@base-ui/react/popover";
import type { ReactNode, RefObject } from "react";
import type { Process } from "#shared/processes/contract.ts";
import { processMessages } from "../../messages/english/processes.ts";
import { ProgressBar } from "../../ui/values/progress-bar.tsx";
import { doneText } from "./progress.ts";
import { wholeShare } from "./share.ts";

const text = processMessages;

/** Running processes with their progress, each with a link. Positioned at an existing button. */
export default function Activity({
  button,
  processes,
  isOpen,
  onClose,
  linkTo,
  all,
}: {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly processes: readonly Process[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly linkTo: (process: Process) => ReactNode;
  readonly all: (text: string) => ReactNode;
}) {
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(next, { event }) => {
        // The button closes it itself.
        const isButton = event.target instanceof Node && button.current?.contains(event.target) === true;
        if (!next && !(isButton && event.type !== "keydown")) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={button} sideOffset={6} align="end" className="z-40">
          <Popover.Popup
            finalFocus={button}
            className="w-80 max-w-[calc(100vw-1.5rem)] rounded-lg border border-line bg-panel shadow-xl outline-none"
          >
            <Popover.Title className="border-line border-b px-4 py-2.5 font-semibold">
              {text.activityTitle}
            </Popover.Title>
            {processes.length === 0 && <p className="px-4 py-3 text-muted">{text.activityNone}</p>}
            <ul className="max-h-80 divide-y divide-line overflow-y-auto">
              {processes.map((process) => (
                <li key={process.id} className="flex flex-col gap-1 px-4 py-2.5">
                  <p className="break-words font-medium">{linkTo(process)}</p>
                  <ProgressBar label={process.title} share={process.state === "queued" ? 0 : wholeShare(process)} />
                  <p className="break-words text-muted text-sm first-letter:uppercase">{stateText(process)}</p>
                </li>
              ))}
            </ul>
            <p className="border-line border-t px-4 py-2.5">{all(text.activityAll)}</p>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function stateText(process: Process): string {
  const { phase, state, waitingFor } = process;
  if (waitingFor !== null) return `${text.waitingFor} ${waitingFor}`;
  if (state === "queued") return text.states.queued;
  return [phase ?? text.states.running, doneText(process)].filter(Boolean).join(": ");
}
