import { ChevronDown, ChevronRight, CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { Fragment, useState } from "react";
import type { LogRecord } from "#shared/logs/contract.ts";
import { keyPageMessages } from "../../../messages/english/keys/key-page.ts";
import { IconButton } from "../../../ui/buttons/icon-button.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { Chip } from "../../../ui/values/chip.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { causeOf, causeText } from "./calls-log.ts";

const CallDetails = lazyPart(() => import("./call-details.tsx"));
const text = keyPageMessages.calls;

/** One call of a key. Opens to show its details. */
export function CallRow({ record }: { readonly record: LogRecord }) {
  const [isOpen, setOpen] = useState(false);
  const { status = "", method = "", path = "", durationMs } = record.columns;
  const cause = causeOf(record);
  const name = path === "" ? record.text : `${method} ${path}`;
  return (
    <li className="px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {status !== "" && <Status status={status} />}
        <div className="min-w-0 flex-1 basis-64">
          {/* The end of a path is the most informative part: the layout, the script. */}
          <p className="line-clamp-3 break-words font-mono text-sm" title={name}>
            <Breakable text={name} />
          </p>
          {cause !== undefined && <p className="text-bad text-sm">{causeText(cause)}</p>}
        </div>
        <span className="text-muted text-sm tabular-nums">
          {durationMs !== undefined && text.duration(Number(durationMs).toLocaleString())}
        </span>
        {record.time !== null && (
          <span className="text-sm">
            <Moment at={record.time} />
          </span>
        )}
        <IconButton
          icon={isOpen ? ChevronDown : ChevronRight}
          label={text.details(name)}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && <CallDetails record={record} />}
    </li>
  );
}

/** Text that breaks after slashes and not inside words. */
function Breakable({ text }: { readonly text: string }) {
  return text.split(/(?<=\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}

function Status({ status }: { readonly status: string }) {
  const number = Number(status);
  if (number >= 500)
    return (
      <Chip tone="bad" icon={CircleX}>
        {status}
      </Chip>
    );
  if (number >= 400)
    return (
      <Chip tone="warn" icon={TriangleAlert}>
        {status}
      </Chip>
    );
  return (
    <Chip tone="good" icon={CircleCheck}>
      {status}
    </Chip>
  );
}
