import { CircleAlert, CircleCheck, CircleHelp, CircleX, RotateCw } from "lucide-react";
import { checkMessages } from "../../messages/english/installation/checks.ts";
import { Button } from "../buttons/button.tsx";
import { CopyButton } from "../buttons/copy-button.tsx";
import { Sentence } from "./sentence.tsx";

/** Result of one check. */
export interface CheckResult {
  readonly state: "ok" | "warning" | "failed" | "unknown";
  readonly text: string;
  /** Instruction to fix the problem; null if there is none. */
  readonly remedy: string | null;
}

const marks = {
  ok: { icon: CircleCheck, color: "text-good" },
  warning: { icon: CircleAlert, color: "text-warn" },
  failed: { icon: CircleX, color: "text-bad" },
  unknown: { icon: CircleHelp, color: "text-muted" },
} as const;

const order: readonly CheckResult["state"][] = ["failed", "warning", "unknown", "ok"];

/** Results of checks, a line per check. Problems come first; the order is otherwise unchanged. */
export function CheckList({ results }: { readonly results: readonly CheckResult[] }) {
  return (
    <ul className="divide-y divide-line">
      {sorted(results).map((result, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: results can be equal, and are replaced as a whole
        <Row key={`${index} ${result.text}`} result={result} />
      ))}
    </ul>
  );
}

/** Buttons that run checks again and copy their results. */
export function CheckActions({
  needs,
  results,
  isBusy,
  onCheck,
}: {
  readonly needs: Parameters<typeof Button>[0]["needs"];
  /** Undefined if the checks have no results yet. */
  readonly results: readonly CheckResult[] | undefined;
  readonly isBusy: boolean;
  readonly onCheck: () => void;
}) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {results && <CopyButton text={resultsText(results)} label={checkMessages.copy} />}
      <Button needs={needs} data-shortcut="r" busy={isBusy} onClick={onCheck}>
        <RotateCw aria-hidden size={14} />
        {checkMessages.checkAgain}
      </Button>
    </div>
  );
}

/** Returns results as `latchkey doctor` prints them. */
export function resultsText(results: readonly CheckResult[]): string {
  const line = ({ state, text, remedy }: CheckResult) =>
    `${state.padEnd(8)}${text}${remedy === null ? "" : `\n        ${remedy}`}`;
  return sorted(results).map(line).join("\n");
}

function sorted(results: readonly CheckResult[]): readonly CheckResult[] {
  return results.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
}

function Row({ result: { state, text, remedy } }: { readonly result: CheckResult }) {
  const { icon: Icon, color } = marks[state];
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <Icon aria-hidden size={17} className={`mt-0.5 shrink-0 ${color}`} />
      <div className="min-w-0 break-words">
        <p>
          <span className="sr-only">{checkMessages.states[state]}: </span>
          <Sentence text={text} />
        </p>
        {remedy && (
          <p className="whitespace-pre-line text-muted text-sm">
            <Sentence text={remedy} />
          </p>
        )}
      </div>
    </li>
  );
}
