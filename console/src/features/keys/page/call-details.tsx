import type { ReactNode } from "react";
import type { LogRecord } from "#shared/logs/contract.ts";
import { keyPageMessages } from "../../../messages/english/keys/key-page.ts";
import { CopyIcon } from "../../../ui/buttons/copy-button.tsx";
import { ErrorAdvice } from "../../../ui/feedback/error-advice.tsx";
import { meaningOfCode } from "../../../ui/feedback/error-meanings.ts";
import { Facts } from "../../../ui/layout/facts.tsx";
import { byteSize } from "../../../ui/values/byte-size.tsx";

const text = keyPageMessages.calls;

/** Details of a call from its log line: cause and remedy, where its time was spent, size, client and request ID. */
export default function CallDetails({ record: { code, columns } }: { readonly record: LogRecord }) {
  const { waitMs, fileMakerMs, durationMs, bytes, address, requestId } = columns;
  const meaning = code === null ? undefined : meaningOfCode(code);
  const facts = [
    ...fact(text.wait, waitMs, (value) => text.milliseconds(Number(value))),
    ...fact(text.fileMaker, fileMakerMs, (value) => text.milliseconds(Number(value))),
    ...fact(text.total, durationMs, (value) => text.milliseconds(Number(value))),
    ...fact(text.response, bytes, (value) => byteSize(Number(value))),
    ...fact(text.client, address),
    ...fact(text.requestId, requestId, (value) => (
      <span className="inline-flex items-center gap-1">
        <span className="font-mono text-xs">{value}</span>
        <CopyIcon text={value} label={text.copyRequestId} />
      </span>
    )),
  ];
  return (
    <section
      aria-label={text.call}
      className="mt-2 grid gap-x-8 gap-y-3 border-line border-l-2 pl-4 text-sm md:grid-cols-2"
    >
      {meaning && <ErrorAdvice meaning={meaning} />}
      <Facts facts={facts} />
    </section>
  );
}

/** Returns a fact, or nothing if the line doesn't have it. */
function fact(
  name: string,
  value: string | undefined,
  shown: (value: string) => ReactNode = (given) => given,
): readonly (readonly [string, ReactNode])[] {
  return value === undefined ? [] : [[name, shown(value)]];
}
