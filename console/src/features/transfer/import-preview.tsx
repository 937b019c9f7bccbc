import type { PreviewEntry } from "#shared/transfer/contract.ts";
import { transferMessages } from "../../messages/english/installation/transfer.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { Chip, type Tone } from "../../ui/values/chip.tsx";

const text = transferMessages.preview;
const tones: Readonly<Record<PreviewEntry["state"], Tone>> = {
  new: "good",
  changed: "warn",
  same: "plain",
  conflict: "bad",
};

/** Effect of an import on each entry; unchanged entries come last. */
export function ImportPreview({
  words,
  entries,
  isBusy,
  error,
  onImport,
}: {
  readonly words: { readonly heading: string; readonly nothing: string; readonly submit: string };
  readonly entries: readonly PreviewEntry[];
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onImport: () => void;
}) {
  const isSame = ({ state }: PreviewEntry) => state === "same";
  const sorted = [...entries.filter((entry) => !isSame(entry)), ...entries.filter(isSame)];
  const hasWork = entries.some(({ action }) => action !== "skip");
  return (
    <div className="mt-5 flex flex-col gap-3">
      <p className="text-muted text-sm">{words.heading}</p>
      {!hasWork && entries.every(isSame) && <p>{words.nothing}</p>}
      <ul className="divide-y divide-line">
        {sorted.map(({ part, title, state, action, reason, warning }) => (
          <li
            key={JSON.stringify([part, title, state, reason])}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-1.5"
          >
            <Chip tone={tones[state]}>{action === "replace" ? text.replaced : text.states[state]}</Chip>
            <span className="text-muted text-sm">{transferMessages.parts[part]}</span>
            <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
            {reason !== null && <span className="text-muted text-sm">{reason}</span>}
            {warning !== null && <span className="text-sm text-warn">{warning}</span>}
          </li>
        ))}
      </ul>
      {error && <Refusal error={error} />}
      <div>
        <Button look="primary" busy={isBusy} disabled={!hasWork} onClick={onImport}>
          {words.submit}
        </Button>
      </div>
    </div>
  );
}
