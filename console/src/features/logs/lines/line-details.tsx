import { useQuery } from "@tanstack/react-query";
import { Clock, CornerDownRight, Link as LinkIcon, X } from "lucide-react";
import type { ReactNode } from "react";
import type { LogRecord } from "#shared/logs/contract.ts";
import { call } from "../../../api/client.ts";
import { logMessages } from "../../../messages/english/logs.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { CopyIcon } from "../../../ui/buttons/copy-button.tsx";
import { IconButton } from "../../../ui/buttons/icon-button.tsx";
import { ErrorNumber } from "../../../ui/feedback/error-number.tsx";
import { Failed, Loading } from "../../../ui/feedback/states.tsx";
import { Chip, type Tone } from "../../../ui/values/chip.tsx";
import { momentText } from "../../../ui/values/moment-text.ts";
import { linesAround, recordAround } from "../around/record-around.ts";
import { numberAt } from "../search/step-to.ts";
import { serverTime } from "./line-text.ts";

const text = logMessages.details;
const tones = { info: "plain", warning: "warn", error: "bad" } as const satisfies Readonly<Record<string, Tone>>;

/** Record in the panel, from a log or a search. */
type LineContent = Pick<LogRecord, "text" | "isCut" | "more" | "time" | "level" | "code" | "meaning" | "columns">;

interface PanelProps {
  /** Address of this line. */
  readonly link: string | undefined;
  readonly onClose: () => void;
  readonly onAround: (time: string) => void;
  readonly onContext?: (() => void) | undefined;
}

/** Props of all panels. */
interface DetailsProps extends Omit<PanelProps, "link" | "onContext"> {
  /** Returns the address of a line, counted from 1. */
  readonly linkOf: (line: number) => string;
}

/** All details of a line, with the other lines of its record. */
export function LineDetails({
  name,
  number,
  linkOf,
  ...rest
}: DetailsProps & { readonly name: string; readonly number: number }) {
  const from = Math.max(0, number - linesAround);
  const around = useQuery({
    queryKey: ["GET /svc/api/logs/{name}/lines", name, from],
    queryFn: ({ signal }) => call("GET /svc/api/logs/{name}/lines", { name, from, count: 2 * linesAround + 1 }, signal),
    staleTime: 5_000,
    placeholderData: (before, query) => (query?.queryKey[1] === name ? before : undefined),
  });
  const record = recordAround(around.data?.lines ?? [], number);
  const reported = record && { ...record.first, more: record.more.map((line) => line.text) };
  return (
    <Details title={titleOf(number)} reported={reported} link={linkOf(number + 1)} {...rest}>
      {around.isError ? <Failed error={around.error} onRetry={() => void around.refetch()} /> : <Loading rows={6} />}
    </Details>
  );
}

/** All details of a matching record. Its number is looked up, so that it can be shown among the other lines. */
export function RecordDetails({
  record,
  linkOf,
  onContext,
  ...rest
}: DetailsProps & { readonly record: LogRecord; readonly onContext: (number: number) => void }) {
  const { log: name, offset } = record;
  const number = useQuery({
    queryKey: ["GET /svc/api/logs/{name}/lines", name, "at", offset],
    queryFn: async ({ signal }) => (await numberAt(name, offset, signal)) ?? null,
  }).data;
  return (
    <Details
      title={number == null ? text.titleUnknown : titleOf(number)}
      reported={record}
      link={number == null ? undefined : linkOf(number + 1)}
      onContext={number == null ? undefined : () => onContext(number)}
      {...rest}
    />
  );
}

function titleOf(number: number): string {
  return text.title((number + 1).toLocaleString());
}

function Details({
  title,
  reported,
  link,
  onClose,
  onAround,
  onContext,
  children,
}: PanelProps & { readonly title: string; readonly reported: LineContent | undefined; readonly children?: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="flex max-h-[45%] shrink-0 flex-col border-line border-t bg-panel lg:max-h-none lg:w-88 lg:border-t-0 lg:border-l"
    >
      <header className="flex items-center gap-2 border-line border-b py-1 pr-1 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{title}</h2>
        {reported?.level && <Chip tone={tones[reported.level]}>{logMessages.levelNames[reported.level]}</Chip>}
        <span className="flex">
          {reported && <CopyIcon text={[reported.text, ...reported.more].join("\n")} label={text.copyLine} />}
          {link !== undefined && <CopyIcon icon={LinkIcon} text={link} label={text.copyLink} />}
          <IconButton icon={X} label={text.close} onClick={onClose} />
        </span>
      </header>
      {reported === undefined ? (
        children
      ) : (
        <>
          <div className="flex flex-wrap gap-2 border-line border-b px-4 py-2">
            {reported.time !== null && (
              <Button onClick={() => reported.time !== null && onAround(reported.time)}>
                <Clock aria-hidden size={14} />
                {text.around}
              </Button>
            )}
            {onContext && (
              <Button onClick={onContext}>
                <CornerDownRight aria-hidden size={14} />
                {text.context}
              </Button>
            )}
          </div>
          <LineContent reported={reported} />
        </>
      )}
    </section>
  );
}

function LineContent({ reported }: { readonly reported: LineContent }) {
  const { time, code, meaning, columns, more } = reported;
  const shown = Object.entries(columns).filter(
    ([name, value]) => value !== "" && name !== "Timestamp" && name !== "time",
  );
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
      tabIndex={0}
      aria-label={text.columns}
      className="min-h-0 flex-1 overflow-y-auto px-4 py-3 text-sm focus-visible:outline-offset-[-2px]"
    >
      <dl className="flex flex-col gap-2.5">
        {time !== null && (
          <Pair name={text.time}>
            <time dateTime={time}>{momentText(time)}</time>
            {serverTime(reported) !== "" && <p className="text-muted text-xs">{text.onServer(serverTime(reported))}</p>}
          </Pair>
        )}
        {meaning !== null && (
          <Pair name={text.meaning}>
            {meaning} {/* Numbers of errors are explained further; those of events stand for themselves. */}
            {columns.Error !== undefined && Number(code) > 0 && <ErrorNumber number={Number(code)} />}
          </Pair>
        )}
        {shown.map(([name, value]) => (
          <Pair key={name} name={name}>
            <span className="font-mono text-xs">{value}</span>
          </Pair>
        ))}
        {more.length > 0 && (
          <Pair name={text.further}>
            <pre className="whitespace-pre-wrap break-words font-mono text-xs">{more.join("\n")}</pre>
          </Pair>
        )}
        <Pair name={text.whole}>
          <pre className="whitespace-pre-wrap break-words font-mono text-muted text-xs">{reported.text}</pre>
          {reported.isCut && <p className="text-warn text-xs">{text.cut}</p>}
        </Pair>
      </dl>
    </section>
  );
}

function Pair({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
