import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, RotateCw } from "lucide-react";
import { call } from "../../api/client.ts";
import { type ChosenKey, isChosen } from "../../api/key-list.ts";
import type { InputOf, OutputOf } from "../../api/operations.ts";
import { reading } from "../../api/query.ts";
import { webhookMessages } from "../../messages/english/events/webhooks.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { Loading } from "../../ui/feedback/states.tsx";

const text = webhookMessages.check;
const address = "POST /svc/api/webhooks/check";
type Point = OutputOf<typeof address>["points"][number];

/** Live check of the file's requirements for events. */
export function ReceiverCheck({
  filename,
  chosenKey,
  layout,
  script,
  containerField,
}: {
  readonly filename: string;
  readonly chosenKey: ChosenKey;
  readonly layout: string;
  readonly script: string;
  /** Container field for the files of webhooks that accept files. */
  readonly containerField?: string;
}) {
  const isAskable = filename !== "" && isChosen(chosenKey) && layout.trim() !== "" && script.trim() !== "";
  const input: InputOf<typeof address> = {
    filename,
    key: chosenKey,
    layout,
    script,
    ...(containerField !== undefined && { containerField }),
  };
  const look = useQuery({ ...reading(address, input), enabled: isAskable, retry: false, staleTime: 0 });
  const trial = useMutation({ mutationFn: () => call(address, { ...input, withRecord: true }) });
  const found = trial.data !== undefined && trial.submittedAt > look.dataUpdatedAt ? trial.data : look.data;
  const again = () => {
    trial.reset();
    void look.refetch();
  };
  return (
    <section aria-label={text.title} className="flex flex-col gap-2 rounded-md border border-line bg-page p-3">
      <p className="font-medium text-sm" role="status">
        {found === undefined ? text.title : found.isReady ? text.ready : text.notReady}
      </p>
      {!isAskable && <p className="text-muted text-sm">{text.waits}</p>}
      {isAskable && look.isPending && <Loading rows={3} list="short" />}
      {isAskable && (trial.error ?? look.error) && <Refusal error={(trial.error ?? look.error) as Error} />}
      {isAskable && found && (
        <ul className="flex flex-col gap-1 text-sm">
          {found.points.map((point) => (
            <PointRow key={point.id} point={point} />
          ))}
        </ul>
      )}
      {isAskable && found && !found.isReady && <ScriptLines lines={found.scriptLines} />}
      {isAskable && (
        <div className="flex flex-wrap gap-2">
          <Button busy={look.isFetching} onClick={again}>
            <RotateCw aria-hidden size={14} />
            {text.again}
          </Button>
          <Button needs={address} busy={trial.isPending} onClick={() => trial.mutate()}>
            {text.record}
          </Button>
        </div>
      )}
    </section>
  );
}

function PointRow({ point: { state, text: found, remedy } }: { readonly point: Point }) {
  const Icon = state === "ok" ? CircleCheck : CircleX;
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden size={16} className={`mt-0.5 shrink-0 ${state === "ok" ? "text-good" : "text-bad"}`} />
      <span className="min-w-0">
        <span className="sr-only">{text.states[state]}: </span>
        {found}
        {remedy !== null && <span className="block text-muted">{remedy}</span>}
      </span>
    </li>
  );
}

/** Script steps that the file needs. */
function ScriptLines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <p className="text-muted text-sm">{text.script}</p>
      <pre className="w-full whitespace-pre-wrap wrap-anywhere rounded-md border border-line bg-panel p-2 font-mono text-sm">
        {lines.join("\n")}
      </pre>
      <CopyButton text={lines.join("\n")} label={text.copyScript} />
    </div>
  );
}
