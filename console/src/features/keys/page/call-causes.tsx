import type { LogRecord } from "#shared/logs/contract.ts";
import { keyPageMessages } from "../../../messages/english/keys/key-page.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { meaningOfCode } from "../../../ui/feedback/error-meanings.ts";
import { type CallCause, causeOf, causeText } from "./calls-log.ts";

const text = keyPageMessages.calls;

/** Causes of the failed calls among these, most frequent first, each with its remedy and a button that shows only its calls. */
export default function CallCauses({
  records,
  onShow,
}: {
  readonly records: readonly LogRecord[];
  readonly onShow: (cause: CallCause) => void;
}) {
  return (
    <ul aria-label={text.causes} className="divide-y divide-line border-line border-b bg-bad-surface">
      {causesOf(records).map(({ cause, count }) => (
        <li key={cause.code} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
          <div className="min-w-0 flex-1 basis-64">
            <p className="font-medium text-bad">{causeText(cause)}</p>
            <Advice code={cause.code} />
          </div>
          <Button onClick={() => onShow(cause)}>{text.showCause(count)}</Button>
        </li>
      ))}
    </ul>
  );
}

function Advice({ code }: { readonly code: string }) {
  const meaning = meaningOfCode(code);
  return (
    meaning && (
      <p className="text-sm">
        {meaning.cause} {meaning.remedy}
      </p>
    )
  );
}

function causesOf(records: readonly LogRecord[]) {
  const causes = new Map<string, { readonly cause: CallCause; readonly count: number }>();
  for (const record of records) {
    const cause = causeOf(record);
    if (cause !== undefined) causes.set(cause.code, { cause, count: (causes.get(cause.code)?.count ?? 0) + 1 });
  }
  return [...causes.values()].toSorted((one, other) => other.count - one.count);
}
