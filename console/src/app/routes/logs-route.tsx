import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import type { LogListing, LogRecord } from "#shared/logs/contract.ts";
import type { PageCall } from "../../api/curl.ts";
import { AroundView, aroundQuestion } from "../../features/logs/around/around-view.tsx";
import { useLogLines } from "../../features/logs/lines/use-log-lines.ts";
import { allLogs, firstLog } from "../../features/logs/log-list.ts";
import { LogView } from "../../features/logs/log-view.tsx";
import { LogsUnavailable } from "../../features/logs/logs-unavailable.tsx";
import type { LogSearch } from "../../features/logs/search/log-filter.ts";
import { questionOf } from "../../features/logs/search/log-filter.ts";
import { numberAt } from "../../features/logs/search/step-to.ts";
import { logMessages } from "../../messages/english/logs.ts";
import { Button, buttonClasses } from "../../ui/buttons/button.tsx";
import { CurlButton } from "../../ui/buttons/curl-button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Empty, Failed, Loading } from "../../ui/feedback/states.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { momentText } from "../../ui/values/moment-text.ts";
import { paths } from "../paths.ts";

const text = logMessages;

/** Shows a log; without a name, the most useful one. A time links to the entries of all logs around it. */
export function LogsRoute() {
  const navigate = useNavigate();
  const { at } = useSearch({ from: paths.logs });
  const list = useQuery(allLogs);
  const first = list.data && firstLog(list.data.logs);
  useEffect(() => {
    if (first === undefined) return;
    const search = at === undefined ? {} : { at };
    void navigate({ to: paths.log, params: { name: first.name }, search, replace: true });
  }, [first, at, navigate]);
  return (
    <Page fill title={text.title} actions={<CurlButton calls={[{ address: "GET /svc/api/logs", input: {} }]} />}>
      {list.data?.problem && <LogsUnavailable problem={list.data.problem} />}
      {list.isPending && <Loading rows={12} />}
      <ReadFailure reads={[list]} />
      {list.data?.logs.length === 0 && <Empty title={text.none} text={text.noneText} />}
    </Page>
  );
}

export function LogRoute() {
  const { name } = useParams({ from: paths.log });
  const search = useSearch({ from: paths.log });
  const navigate = useNavigate({ from: paths.log });
  const list = useQuery(allLogs);
  const log = list.data?.logs.find((each) => each.name === name);
  const onSearch = useCallback(
    (change: LogSearch) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true }),
    [navigate],
  );
  const open = async ({ log: wanted, offset }: LogRecord): Promise<void> => {
    const number = await numberAt(wanted, offset).catch(() => undefined); // On failure, the log opens at its end.
    void navigate({
      to: paths.log,
      params: { name: wanted },
      search: number === undefined ? {} : { line: number + 1 },
    });
  };
  const { at, within } = search;
  const isAround = at !== undefined && !Number.isNaN(Date.parse(at));
  return (
    <Page
      fill
      title={isAround ? text.around.title(momentText(at)) : log === undefined ? text.title : name}
      actions={
        <>
          <CurlButton calls={[callOf(name, search)]} />
          <Link to={paths.allLogs} className={buttonClasses()}>
            {text.all.open}
          </Link>
          <Link to={paths.allLogs} search={{ range: "night", level: "error" }} className={buttonClasses()}>
            {text.all.lastNight}
          </Link>
        </>
      }
    >
      {list.data?.problem && <LogsUnavailable problem={list.data.problem} />}
      {list.isPending && <Loading rows={12} />}
      {list.data === undefined && list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && log === undefined && (
        <NoSuchLog name={name} logs={list.data.logs} isAway={list.data.problem !== null} />
      )}
      {log && list.data && isAround && (
        <AroundView
          at={at}
          within={within}
          backTo={name}
          onMove={onSearch}
          onBack={() => onSearch({ at: undefined, within: undefined })}
          onOpen={(record) => void open(record)}
        />
      )}
      {log && list.data && !isAround && (
        <OneLog key={name} log={log} logs={list.data.logs} search={search} onSearch={onSearch} />
      )}
    </Page>
  );
}

function OneLog(props: {
  readonly log: LogListing;
  readonly logs: readonly LogListing[];
  readonly search: LogSearch;
  readonly onSearch: (change: LogSearch) => void;
}) {
  const { name } = props.log;
  const lines = useLogLines(name);
  const navigate = useNavigate({ from: paths.log });
  const router = useRouter();
  if (lines === undefined) return null;
  return (
    <LogView
      {...props}
      lines={lines}
      onChoose={(next) => void navigate({ to: paths.log, params: { name: next }, search: {} })}
      onAround={(at) => void navigate({ search: (before) => ({ ...before, at }) })}
      linkOf={(line) =>
        new URL(
          router.history.createHref(router.buildLocation({ to: paths.log, params: { name }, search: { line } }).href),
          window.location.href,
        ).href
      }
    />
  );
}

function NoSuchLog({
  name,
  logs,
  isAway,
}: {
  readonly name: string;
  readonly logs: readonly LogListing[];
  /** True if missing logs may be available again shortly. */
  readonly isAway: boolean;
}) {
  const navigate = useNavigate();
  const first = firstLog(logs);
  return (
    <Empty title={isAway ? text.awayLog(name) : text.noSuch(name)} text={isAway ? text.awayLogText : text.noSuchText}>
      {first && (
        <Button onClick={() => void navigate({ to: paths.log, params: { name: first.name } })}>
          {text.openFirst(first.name)}
        </Button>
      )}
    </Empty>
  );
}

/** Returns the page's read. */
function callOf(name: string, search: LogSearch): PageCall {
  if (search.at !== undefined)
    return { address: "GET /svc/api/logs/around", input: aroundQuestion(search.at, search.within) };
  const question = questionOf(search);
  if (question !== undefined && !search.all)
    return { address: "GET /svc/api/logs/{name}/search", input: { name, ...question } };
  return { address: "GET /svc/api/logs/{name}/lines", input: { name } };
}
