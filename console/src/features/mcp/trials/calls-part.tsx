import { useInfiniteQuery } from "@tanstack/react-query";
import type { McpServer } from "#shared/mcp-servers/contract.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { readingPages } from "../../../api/query.ts";
import { callerText } from "../../../messages/caller-text.ts";
import { mcpTrialMessages } from "../../../messages/english/mcp/trials.ts";
import { Panel } from "../../../ui/layout/panel.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { PagedTable } from "../../../ui/tables/paged-table.tsx";
import { Chip } from "../../../ui/values/chip.tsx";
import { exactly, Moment } from "../../../ui/values/moment.tsx";

const text = mcpTrialMessages.calls;
const address = "GET /svc/api/mcp-servers/{mcp_server_slug}/calls";
const pageRows = 50;
const refreshMs = 10_000;
type Call = OutputOf<typeof address>["calls"][number];
type Row = Call & { readonly id: string };

/** Calls of a server's tools, newest first. */
export default function CallsPart({ server: { slug } }: { readonly server: McpServer }) {
  const list = useInfiniteQuery({
    ...readingPages(address, { mcp_server_slug: slug, limit: pageRows }),
    refetchInterval: refreshMs,
  });
  const rows = (list.data?.pages ?? []).flatMap(({ calls }) =>
    calls.map((call) => ({ ...call, id: `${call.request_id} ${call.at}` })),
  );
  return (
    <Panel title={text.title} text={text.text} flush>
      <PagedTable
        list={list}
        text={text}
        isFiltered={false}
        onClear={() => undefined}
        question={slug}
        rows={rows}
        columns={columns}
        nameOf={({ tool, at }) => `${tool} ${exactly(at)}`}
      />
    </Panel>
  );
}

/** Caller, with the label of its key or the program that it signed in to. */
function Caller({ caller, label, client }: Row) {
  const more = label ?? client;
  return (
    <div className="flex flex-col">
      <span>{callerText(caller)}</span>
      {more !== null && <span className="break-words text-muted text-sm">{more}</span>}
    </div>
  );
}

const columns: readonly Column<Row>[] = [
  { id: "when", title: text.when, cell: ({ at }) => <Moment at={at} />, className: "w-36" },
  { id: "tool", title: text.tool, cell: ({ tool }) => <span className="break-all font-mono text-sm">{tool}</span> },
  { id: "caller", title: text.caller, cell: Caller, className: "w-52" },
  {
    id: "outcome",
    title: text.outcome,
    cell: ({ outcome, code }) => (
      <div className="flex flex-col items-start gap-0.5">
        <Chip tone={outcome === "done" ? "good" : "bad"}>{mcpTrialMessages.test.outcomes[outcome]}</Chip>
        {code !== null && <span className="text-muted text-sm">{text.code(code)}</span>}
      </div>
    ),
    className: "w-44",
  },
  {
    id: "duration",
    title: text.duration,
    cell: ({ duration_ms: took }) => (
      <span className="whitespace-nowrap tabular-nums">{mcpTrialMessages.test.took(Math.round(took))}</span>
    ),
    className: "w-28",
  },
];
