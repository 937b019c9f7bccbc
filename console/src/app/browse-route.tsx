import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { HostFile } from "../../../shared/browser/contract.ts";
import type { Address } from "../api/operations.ts";
import { type FolderFilter, folderQuestion } from "../features/browser/folder-list.ts";
import { FolderPanel } from "../features/browser/folder-panel.tsx";
import { FolderTrail } from "../features/browser/folder-trail.tsx";
import { TrashPanel } from "../features/browser/trash-panel.tsx";
import { buttonClasses } from "../ui/button.tsx";
import { CurlButton, type PageCall } from "../ui/curl-button.tsx";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { browserWords } from "../words/browser.ts";
import { Framed } from "./file-parts.tsx";
import { paths } from "./paths.ts";
import { RefreshButton } from "./refresh-button.tsx";
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
        toAgents={<ToAgents />}
      />
    </BrowserPage>
  );
}

/** Hosted files that were deleted. */
export function TrashRoute() {
  return (
    <BrowserPage tab="trash" reads={{ address: "GET /svc/api/trash", input: {} }} stale={["GET /svc/api/trash"]}>
      <p className="text-muted">{text.trash.text}</p>
      <Framed>
        <TrashPanel toAgents={<ToAgents />} />
      </Framed>
    </BrowserPage>
  );
}

function BrowserPage({
  tab,
  reads,
  stale,
  fill = false,
  children,
}: {
  readonly tab: "files" | "trash";
  readonly reads: PageCall;
  readonly stale: readonly Address[];
  readonly fill?: boolean;
  readonly children: React.ReactNode;
}) {
  const navigate = useNavigate();
  return (
    <Page
      fill={fill}
      title={text.title}
      {...(!fill && { text: text.text })}
      actions={
        <>
          <CurlButton calls={[reads]} />
          <RefreshButton addresses={stale} />
        </>
      }
    >
      <Tabs
        fill={fill}
        label={text.title}
        value={tab}
        onChange={(next) =>
          void (next === "files"
            ? navigate({ to: paths.browse, params: { _splat: "" } })
            : navigate({ to: paths.trash }))
        }
        tabs={[
          { name: "files", text: text.tabs.files },
          { name: "trash", text: text.tabs.trash },
        ]}
      >
        {children}
      </Tabs>
    </Page>
  );
}

function ToAgents() {
  return (
    <Link to={paths.settings} params={{ part: "agents" }} className={buttonClasses()}>
      {text.toAgents}
    </Link>
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
