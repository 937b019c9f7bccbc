import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { HostFile } from "#shared/browser/contract.ts";
import { type FolderFilter, folderQuestion } from "../../features/browser/folder-list.ts";
import { FolderPanel } from "../../features/browser/folder-panel.tsx";
import { FolderTrail } from "../../features/browser/folder-trail.tsx";
import { trashColumns } from "../../features/browser/trash/trash-columns.tsx";
import { TrashPanel } from "../../features/browser/trash/trash-panel.tsx";
import { browserMessages } from "../../messages/english/browser.ts";
import { Framed } from "../../ui/layout/framed.tsx";
import { useColumnChoice } from "../../ui/tables/column-choice.ts";
import { AgentsLink } from "../page/agents-link.tsx";
import { type Area, TabbedPage } from "../page/tabbed-page.tsx";
import { paths } from "../paths.ts";
import { searchWith } from "../search-with.ts";

const text = browserMessages;
const area: Area<"files" | "trash"> = {
  title: text.title,
  tabs: [
    { name: "files", text: text.tabs.files, to: paths.browse, params: { _splat: "" } },
    { name: "trash", text: text.tabs.trash, to: paths.trash },
  ],
};
const nameClasses = "min-w-0 truncate font-medium leading-target underline-offset-2 hover:underline";

/** Folders of FileMaker Server on the database host. */
export function BrowseRoute() {
  const { _splat: path = "" } = useParams({ from: paths.browse });
  const filter = useSearch({ from: paths.browse });
  const navigate = useNavigate({ from: paths.browse });
  const open = (next: string) => void navigate({ to: paths.browse, params: { _splat: next }, search: {} });
  const apply = (change: FolderFilter) =>
    void navigate({ search: (before) => searchWith(before, change), replace: true });
  return (
    <TabbedPage
      fill
      area={area}
      tab="files"
      reads={{ address: "GET /svc/api/files", input: folderQuestion(path, filter) }}
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
    </TabbedPage>
  );
}

/** Deleted files and folders that can be restored. */
export function TrashRoute() {
  const { columns, ask } = useSearch({ from: paths.trash });
  const navigate = useNavigate({ from: paths.trash });
  const choice = useColumnChoice(
    "trash",
    trashColumns,
    columns,
    (ids) => void navigate({ search: (before) => searchWith(before, { columns: ids }), replace: true }),
  );
  return (
    <TabbedPage area={area} tab="trash" reads={{ address: "GET /svc/api/trash", input: {} }}>
      <Framed>
        <TrashPanel
          choice={choice}
          asksToEmpty={ask === "empty"}
          onAskToEmpty={(asks) =>
            void navigate({
              search: (before) => searchWith(before, { ask: asks ? "empty" : undefined }),
              replace: !asks,
            })
          }
          toAgents={<AgentsLink />}
        />
      </Framed>
    </TabbedPage>
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
