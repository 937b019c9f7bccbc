import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useLastCopies } from "../../features/backups/last-copies.ts";
import { FileChanges } from "../../features/files/file-changes.tsx";
import { type FileRow, hostedFiles } from "../../features/files/file-list.ts";
import type { FileFilter } from "../../features/files/file-marks.ts";
import { FilesPanel } from "../../features/files/files-panel.tsx";
import { fileMessages } from "../../messages/english/files.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Empty } from "../../ui/feedback/states.tsx";
import { Framed } from "../../ui/layout/framed.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { TabbedPage } from "../page/tabbed-page.tsx";
import { paths } from "../paths.ts";
import { searchWith } from "../search-with.ts";
import { fileAdditions } from "./file-additions.ts";
import { filesArea } from "./files-area.ts";

const CreateDataKey = lazyPart(() => import("../../features/keys/dialogs/create-data-key-dialog.tsx"));

const text = fileMessages;

export function FilesRoute() {
  const filter = useSearch({ from: paths.files });
  const navigate = useNavigate({ from: paths.files });
  const [keyFor, setKeyFor] = useState<readonly string[]>();
  const known = useQuery(hostedFiles).data ?? [];
  const lastCopies = useLastCopies();
  const apply = (change: FileFilter) =>
    void navigate({ search: (before) => searchWith(before, change), replace: true });
  return (
    <TabbedPage area={filesArea} tab="files" reads={{ address: "GET /svc/api/databases", input: {} }}>
      <FileChanges files={known}>
        {(change, strip) => (
          <>
            <Framed>
              <FilesPanel
                filter={filter}
                onFilter={apply}
                name={nameLink}
                lastCopies={lastCopies}
                ways={{
                  onAction: change,
                  onCreateKey: setKeyFor,
                  onShowClients: (file) => void navigate({ to: paths.clients, search: { file } }),
                  onOperation: (op, name) => void navigate({ to: paths.file, params: { name }, search: { op } }),
                  onAllOperations: (name) =>
                    void navigate({ to: paths.file, params: { name }, search: { tab: "operations" } }),
                  onOpenPage: (name) => void navigate({ to: paths.file, params: { name } }),
                }}
                empty={
                  <Empty title={text.emptyTitle} text={text.emptyText}>
                    <Button onClick={() => void navigate({ to: paths.home })}>{text.checkServer}</Button>
                  </Empty>
                }
              />
            </Framed>
            {strip}
          </>
        )}
      </FileChanges>
      {keyFor && <CreateDataKey files={keyFor} onClose={() => setKeyFor(undefined)} />}
    </TabbedPage>
  );
}

function nameLink(file: FileRow) {
  const { filename } = file;
  const link = (
    <Link
      to={paths.file}
      params={{ name: filename }}
      className="min-w-0 truncate font-medium leading-target underline-offset-2 hover:underline sm:max-w-96"
      title={filename}
    >
      {filename}
    </Link>
  );
  return fileAdditions.reduce((named, addition) => addition.named(file, named), link);
}
