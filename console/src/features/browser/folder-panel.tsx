import { useInfiniteQuery } from "@tanstack/react-query";
import { CornerUpRight, FolderPlus, Trash2, Upload } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import type { HostFile } from "#shared/browser/contract.ts";
import { Refused } from "../../api/refused.ts";
import { useMayCall } from "../../api/role.ts";
import { browserMessages } from "../../messages/english/browser.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Empty, Failed, Loading } from "../../ui/feedback/states.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { useSelection } from "../../ui/tables/selection.ts";
import { SelectionBar } from "../../ui/tables/selection-bar.tsx";
import type { EntryHandlers } from "./file-entries.ts";
import { FileGrid } from "./file-grid.tsx";
import { FolderBar } from "./folder-bar.tsx";
import { type FolderFilter, folderPages, folderQuestion, parentOf } from "./folder-list.ts";
import { useFolderSizes } from "./folder-sizes.ts";
import type { OpenDialog } from "./open-dialog.ts";
import { DropArea } from "./uploads/drop-area.tsx";
import { beginUpload } from "./uploads/uploads.ts";
import { UploadsStrip } from "./uploads/uploads-strip.tsx";

const FileDialogs = lazyPart(() => import("./dialogs/file-dialogs.tsx"));

const text = browserMessages;
const agentUnavailable = 18120;
const usualPartBytes = 4_000_000;

interface FolderPanelProps {
  readonly path: string;
  readonly filter: FolderFilter;
  readonly onFilter: (change: FolderFilter) => void;
  readonly onOpen: (path: string) => void;
  readonly onOpenPage: (filename: string) => void;
  /** Renders a name; the page knows the links of folders and hosted files. */
  readonly name: (file: HostFile) => ReactNode;
  /** Link to the page with help when no agent is connected. */
  readonly toAgents: ReactNode;
}

/** Folder on the database host: filter, sort, open, change, upload. */
export function FolderPanel({ path, filter, onFilter, onOpen, onOpenPage, name, toAgents }: FolderPanelProps) {
  const list = useInfiniteQuery(folderPages(folderQuestion(path, filter)));
  const sizes = useFolderSizes();
  const selection = useSelection();
  const [asked, setAsked] = useState<OpenDialog>();
  const input = useRef<HTMLInputElement>(null);
  const files = useMemo(() => filesOf(list.data), [list.data]);
  const choosable = useMemo(() => choosablePaths(files), [files]);
  const [isChoosingAll, setChoosingAll] = useState(false);
  const folder = list.data?.pages[0];
  const canFill = useMayCall()("POST /svc/api/files/uploads") && (folder?.canFill ?? false);
  const partBytes = folder?.uploadPartBytes ?? usualPartBytes;
  // Selected files that the filter hides aren't affected.
  const chosen = files.filter((file) => selection.chosen.has(file.path) && file.capabilities.canChange);
  const { fetchNextPage, isFetchingNextPage } = list;
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);

  /** Selects all files, including those on pages that aren't loaded yet. */
  const chooseAll = async () => {
    setChoosingAll(true);
    let read = await fetchNextPage();
    while (read.hasNextPage && !read.isFetchNextPageError) read = await fetchNextPage();
    setChoosingAll(false);
    if (!read.isFetchNextPageError) selection.setAll(choosablePaths(filesOf(read.data)));
  };

  const ways: EntryHandlers = {
    onOpen,
    onOpenPage,
    onCount: sizes.ask,
    onAsk: (question, file) => setAsked({ question, files: [file] }),
  };
  const upload = (given: readonly File[]) => {
    for (const file of given) beginUpload({ file, folder: path, partBytes });
  };
  const body = () => {
    if (list.isPending) return <Loading rows={8} />;
    if (folder === undefined || (list.isError && files.length === 0))
      return (
        <FolderUnavailable
          error={list.error}
          path={path}
          toAgents={toAgents}
          onRetry={() => void list.refetch()}
          onOpen={onOpen}
        />
      );
    if (files.length === 0)
      return filter.q ? (
        <Empty title={messages.table.noMatch(`“${filter.q}”`)}>
          <Button onClick={() => onFilter({ q: undefined })}>{messages.table.clearFilters}</Button>
        </Empty>
      ) : (
        <Empty title={text.emptyTitle} text={canFill ? text.emptyFill : text.emptyRead} />
      );
    return (
      <FileGrid
        key={path}
        label={text.listLabel(path || text.top)}
        files={files}
        hasMore={list.hasNextPage}
        onMore={more}
        sort={filter.sort}
        onSort={path === "" ? undefined : (sort) => onFilter({ sort: sort === "name" ? undefined : sort })}
        selection={choosable.length > 0 ? selection : undefined}
        choosable={choosable}
        name={name}
        ways={ways}
        sizes={sizes}
        onUp={() => path !== "" && onOpen(parentOf(path))}
        folderEntries={
          canFill
            ? [
                [
                  {
                    needs: "POST /svc/api/files/uploads",
                    text: text.upload,
                    icon: Upload,
                    onChoose: () => input.current?.click(),
                  },
                  {
                    needs: "POST /svc/api/files/folder",
                    text: text.newFolder,
                    icon: FolderPlus,
                    onChoose: () => setAsked({ question: "folder" }),
                  },
                ],
              ]
            : []
        }
      />
    );
  };

  return (
    <>
      <DropArea folder={path || text.top} canFill={canFill} onFiles={upload}>
        {chosen.length > 0 ? (
          <SelectionBar
            text={text.selected(chosen.length)}
            chosen={chosen.length}
            ids={list.hasNextPage ? undefined : choosable}
            selection={selection}
            isBusy={isChoosingAll}
            onAll={() => void chooseAll()}
          >
            <Button needs="POST /svc/api/files/move" onClick={() => setAsked({ question: "move", files: chosen })}>
              <CornerUpRight aria-hidden size={14} />
              {text.actions.move}
            </Button>
            <Button needs="DELETE /svc/api/files" onClick={() => setAsked({ question: "remove", files: chosen })}>
              <Trash2 aria-hidden size={14} className="text-bad" />
              {text.actions.remove}
            </Button>
          </SelectionBar>
        ) : (
          <FolderBar
            path={path}
            filter={filter}
            onFilter={onFilter}
            count={files.length}
            hasMore={list.hasNextPage}
            freeBytes={folder?.freeBytes}
            canFill={canFill}
            isReadOnly={folder !== undefined && path !== "" && !canFill}
            onNewFolder={() => setAsked({ question: "folder" })}
            onUpload={() => input.current?.click()}
          />
        )}
        {list.isError && files.length > 0 && <Failed error={list.error} onRetry={() => void list.refetch()} />}
        {body()}
      </DropArea>
      <UploadsStrip partBytes={partBytes} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={text.upload}
        onChange={({ target }) => {
          upload([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      {asked && (
        <FileDialogs asked={asked} folder={path} onClose={() => setAsked(undefined)} onDone={selection.clear} />
      )}
    </>
  );
}

function filesOf(data: { readonly pages: readonly { readonly files: readonly HostFile[] }[] } | undefined) {
  return data?.pages.flatMap((page) => page.files) ?? [];
}

/** Returns the paths of files that can be selected. The server's own files are read-only here. */
function choosablePaths(files: readonly HostFile[]): readonly string[] {
  return files.filter(({ capabilities }) => capabilities.canChange).map(({ path }) => path);
}

/** Shown when a folder can't be displayed, with the reason and a remedy. */
function FolderUnavailable({
  error,
  path,
  toAgents,
  onRetry,
  onOpen,
}: {
  readonly error: unknown;
  readonly path: string;
  readonly toAgents: ReactNode;
  readonly onRetry: () => void;
  readonly onOpen: (path: string) => void;
}) {
  const refused = error instanceof Refused ? error : undefined;
  if (refused?.code === agentUnavailable)
    return (
      <Empty title={text.awayTitle} text={text.awayText}>
        <Button onClick={onRetry}>{messages.states.retry}</Button>
        {toAgents}
      </Empty>
    );
  if (refused?.status === 404 || refused?.status === 400)
    return (
      <Empty title={text.goneTitle(path)} text={text.goneText}>
        <Button onClick={() => onOpen(parentOf(path))}>{text.up}</Button>
      </Empty>
    );
  return <Failed error={error} onRetry={onRetry} />;
}
