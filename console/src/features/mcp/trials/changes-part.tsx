import { useInfiniteQuery } from "@tanstack/react-query";
import type { McpServer } from "#shared/mcp-servers/contract.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { readingPages } from "../../../api/query.ts";
import { callerText } from "../../../messages/caller-text.ts";
import { mcpTrialMessages } from "../../../messages/english/mcp/trials.ts";
import { Panel } from "../../../ui/layout/panel.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { PagedTable } from "../../../ui/tables/paged-table.tsx";
import { exactly, Moment } from "../../../ui/values/moment.tsx";

const text = mcpTrialMessages.changes;
const address = "GET /svc/api/mcp-servers/{mcp_server_slug}/changes";
const pageRows = 50;
type Change = OutputOf<typeof address>["changes"][number];
type Row = Change & { readonly id: string };

/** Changes of a server and its tools, newest first, with the previous values. */
export default function ChangesPart({ server: { slug } }: { readonly server: McpServer }) {
  const list = useInfiniteQuery(readingPages(address, { mcp_server_slug: slug, limit: pageRows }));
  const rows = (list.data?.pages ?? []).flatMap(({ changes }) =>
    changes.map((change) => ({ ...change, id: `${change.version} ${change.tool_id ?? ""}` })),
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
        nameOf={({ tool, at }) => `${tool ?? text.server} ${exactly(at)}`}
      />
    </Panel>
  );
}

const columns: readonly Column<Row>[] = [
  { id: "when", title: text.when, cell: ({ at }) => <Moment at={at} />, className: "w-36" },
  { id: "who", title: text.who, cell: ({ by }) => callerText(by), className: "w-44" },
  { id: "of", title: text.of, cell: ({ tool }) => tool ?? text.server, className: "w-48" },
  {
    id: "what",
    title: text.what,
    cell: ({ what, changes }) => (
      <div className="min-w-0">
        <p className="font-medium">{text.whats[what]}</p>
        {what === "changed" && (
          <dl className="flex flex-col gap-1 text-sm">
            {changes.map(({ field, before, after }) => (
              <div key={field} className="wrap-anywhere">
                <dt className="font-mono">{field}</dt>
                <dd>
                  <span className="text-muted">{text.before}:</span> {before ?? text.nothing}
                </dd>
                <dd>
                  <span className="text-muted">{text.after}:</span> {after ?? text.nothing}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    ),
  },
];
