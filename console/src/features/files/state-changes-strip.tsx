import { CircleAlert, Clock, LoaderCircle } from "lucide-react";
import { useRef } from "react";
import type { Database } from "#shared/files/contract.ts";
import { Refused } from "../../api/refused.ts";
import { fileMessages } from "../../messages/english/files.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ErrorNumber } from "../../ui/feedback/error-number.tsx";
import { Sentence } from "../../ui/feedback/sentence.tsx";
import { actionsFor } from "./file-actions.ts";
import { dismissStateChange, type RunningChange, useStateChanges, whatOf } from "./state-changes.ts";

const text = fileMessages;

/** Running state changes, and failed ones. */
export function StateChangesStrip({
  files,
  onRetry,
}: {
  readonly files: readonly Database[];
  readonly onRetry: (change: RunningChange) => void;
}) {
  const changes = useStateChanges();
  if (changes.length === 0) return null;
  return (
    <ul className="sticky bottom-4 z-20 flex flex-col gap-2">
      {changes.map((change) => (
        <li key={change.id}>
          {change.result === undefined ? (
            <Running change={change} files={files} />
          ) : (
            <Ended change={change} result={change.result} onRetry={() => onRetry(change)} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Running({ change, files }: { readonly change: RunningChange; readonly files: readonly Database[] }) {
  const { action } = change;
  // Files that are in a stable state in which the action is no longer possible are done.
  const reached = files.filter(
    (file) =>
      change.files.includes(file.filename) && actionsFor([file]).length > 0 && !actionsFor([file]).includes(action),
  ).length;
  const total = change.files.length;
  return (
    <div role="status" className="overflow-hidden rounded-lg border border-line-strong bg-panel shadow-lg">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
        <LoaderCircle aria-hidden size={16} className="animate-spin text-accent" />
        <p className="font-medium">{text.under[action](whatOf(change.files))}</p>
        {total > 1 && <p className="text-muted tabular-nums">{text.progress(reached, total)}</p>}
        <p className="ml-auto text-muted text-sm">{text.goesOn}</p>
      </div>
      {total > 1 && <Bar share={reached / total} />}
    </div>
  );
}

function Bar({ share }: { readonly share: number }) {
  const bar = useRef<HTMLDivElement>(null);
  return (
    <div aria-hidden className="h-1 bg-selection">
      <div
        ref={(element) => {
          bar.current = element;
          if (element !== null) element.style.width = `${Math.round(share * 100)}%`;
        }}
        className="h-full bg-accent transition-[width]"
      />
    </div>
  );
}

function Ended({
  change,
  result,
  onRetry,
}: {
  readonly change: RunningChange;
  readonly result: NonNullable<RunningChange["result"]>;
  readonly onRetry: () => void;
}) {
  const refused = result instanceof Refused ? result : undefined;
  const rows =
    result instanceof Error ? [] : result.files.filter(({ outcome }) => outcome !== "done" && outcome !== "unchanged");
  const isOnlyLate = !(result instanceof Error) && rows.every(({ outcome }) => outcome === "underWay");
  const Icon = isOnlyLate ? Clock : CircleAlert;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-start gap-3 rounded-lg border border-line-strong bg-panel px-4 py-3 shadow-lg"
    >
      <Icon aria-hidden size={18} className={`mt-0.5 shrink-0 ${isOnlyLate ? "text-warn" : "text-bad"}`} />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">
          {isOnlyLate
            ? text.under[change.action](whatOf(change.files))
            : text.failed[change.action](whatOf(change.files))}
        </p>
        {result instanceof Error && (
          <p>
            <Sentence text={result.message} /> {refused?.code !== undefined && <ErrorNumber number={refused.code} />}
          </p>
        )}
        <ul>
          {rows.map(({ filename, text: why }) => (
            <li key={filename}>
              <span className="font-medium">{filename}</span>: {why}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex gap-2">
        {!isOnlyLate && (
          <Button
            onClick={() => {
              dismissStateChange(change.id);
              onRetry();
            }}
          >
            {messages.states.retry}
          </Button>
        )}
        <Button onClick={() => dismissStateChange(change.id)}>{text.dismiss}</Button>
      </div>
    </div>
  );
}
