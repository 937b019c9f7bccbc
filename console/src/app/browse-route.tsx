import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { HostFile } from "../../../shared/browser/contract.ts";
import { type FolderFilter, folderQuestion } from "../features/browser/folder-list.ts";
import { FolderPanel } from "../features/browser/folder-panel.tsx";
import { FolderTrail } from "../features/browser/folder-trail.tsx";
import { TrashPanel, trashColumns } from "../features/browser/trash-panel.tsx";
import { useColumnChoice } from "../ui/column-choice.ts";
import { ColumnsButton } from "../ui/columns-button.tsx";
import { Framed } from "../ui/framed.tsx";
import { browserWords } from "../words/browser.ts";
import { AgentsLink } from "./agents-link.tsx";
import { BrowserPage } from "./browser-page.tsx";
import { paths } from "./paths.ts";
import { searchWith } from "./search-with.ts";

const text = browserWords;
const nameClasses = "min-w-0 truncate font-medium leading-target underline-offset-2 hover:underline";

/** The folders of FileMaker Server on the database host. */
export function BrowseRoute() {
  const { _splat: path = "" } = useParams({ from: paths.browse });
  const filter = useSearch({ from: paths.browse });
  const navigate = useNavigate({ from: paths.browse });
  const open = (next: string) => void navigate({ to: paths.browse, params: { _splat: next }, search: {} });
  const apply = (change: FolderFilter) =>
    void navigate({ search: (before) => searchWith(before, change), replace: true });
  return (
    <BrowserPage
      fill
      tab="files"
      reads={{ address: "GET /svc/api/files", input: folderQuestion(path, filter) }}
      stale={["GET /svc/api/files"]}
    >
      <FolderTrail path={path} link={folderLink} />
      <FolderPanel
        key={path}
        path={path}
        filter={filter}
        onFilter={apply}
        onOpen={open}
        onOpenPage={(name) => void navigate({ to: paths.file, params: { name } })}
        name={nameLink}
        toAgents={<AgentsLink />}
      />
    </BrowserPage>
  );
}

/** What was deleted and can be put back. */
export function TrashRoute() {
  const { columns } = useSearch({ from: paths.trash });
  const navigate = useNavigate({ from: paths.trash });
  const choice = useColumnChoice(
    "trash",
    trashColumns,
    columns,
    (ids) => void navigate({ search: (before) => searchWith(before, { columns: ids }), replace: true }),
  );
  return (
    <BrowserPage tab="trash" reads={{ address: "GET /svc/api/trash", input: {} }} stale={["GET /svc/api/trash"]}>
      <Framed>
        <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b py-2 pr-3 pl-4">
          <p className="flex-1 basis-60 text-muted text-sm">{text.trash.text}</p>
          <ColumnsButton choice={choice} />
        </div>
        <TrashPanel shown={choice.shown} toAgents={<AgentsLink />} />
      </Framed>
    </BrowserPage>
  );
}

function folderLink(path: string, name: string) {
  return (
    <Link
      to={paths.browse}
      params={{ _splat: path }}
      className="min-w-0 break-all text-muted leading-target underline-offset-2 hover:underline"
    >
      {name}
    </Link>
  );
}

function nameLink({ name, path, type, mark, root }: HostFile) {
  if (type === "dir")
    return (
      <>
        <Link to={paths.browse} params={{ _splat: path }} title={name} className={nameClasses}>
          {name}
        </Link>
        {root !== null && <span className="hidden truncate text-muted text-sm lg:inline">{text.roots[root]}</span>}
      </>
    );
  if (mark === "hosted")
    return (
      <Link to={paths.file} params={{ name }} title={name} className={nameClasses}>
        {name}
      </Link>
    );
  return (
    <span title={name} className="min-w-0 truncate font-medium">
      {name}
    </span>
  );
}
