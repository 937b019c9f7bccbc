import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Database } from "#shared/files/contract.ts";
import { useOffsiteFacts } from "../../features/backups/offsite-facts.tsx";
import { FileAccess } from "../../features/files/file-access.tsx";
import { FileOverview } from "../../features/files/file-overview.tsx";
import { ProcessList, processColumns } from "../../features/processes/process-list.tsx";
import { fileMessages } from "../../messages/english/files.ts";
import { buttonClasses } from "../../ui/buttons/button.tsx";
import { Empty } from "../../ui/feedback/states.tsx";
import { Framed } from "../../ui/layout/framed.tsx";
import { useColumnChoice } from "../../ui/tables/column-choice.ts";
import { ColumnsButton } from "../../ui/tables/columns-button.tsx";
import { TableNote } from "../../ui/tables/table-note.tsx";
import { RunLink } from "../page/run-link.tsx";
import { paths } from "../paths.ts";
import { searchWith } from "../search-with.ts";

const text = fileMessages.page;

/** Facts about a file from FileMaker Server, with a link to its clients. */
export function OverviewPart({ file }: { readonly file: Database }) {
  const { filename } = file;
  const offsite = useOffsiteFacts(filename);
  return (
    <FileOverview
      file={file}
      more={offsite}
      toClients={
        <Link to={paths.clients} search={{ file: filename }} className={buttonClasses()}>
          {text.allClients}
        </Link>
      }
    />
  );
}

/** Keys with access to a file, each with a link. */
export function AccessPart({ file, onCreateKey }: { readonly file: Database; readonly onCreateKey: () => void }) {
  return (
    <FileAccess
      file={file}
      onCreateKey={onCreateKey}
      toKey={({ id, label }) => (
        <Link
          to={paths.key}
          params={{ id: String(id) }}
          aria-label={text.openKeyOf(label || text.noLabel)}
          className={buttonClasses()}
        >
          {text.openKey}
        </Link>
      )}
    />
  );
}

/** Tasks that name a file. */
export function RunsPart({ filename }: { readonly filename: string }) {
  const { columns } = useSearch({ from: paths.file });
  const navigate = useNavigate({ from: paths.file });
  const choice = useColumnChoice(
    "runs",
    processColumns,
    columns,
    (ids) => void navigate({ search: (before) => searchWith(before, { columns: ids }), replace: true }),
  );
  return (
    <Framed>
      <TableNote text={text.runsText}>
        <ColumnsButton choice={choice} />
      </TableNote>
      <ProcessList
        filter={{ q: nameInRuns(filename) }}
        shown={choice.shown}
        onClear={() => void navigate({ to: paths.processes })}
        nameLink={(run) => <RunLink run={run} />}
        empty={<Empty title={text.noRunsTitle} text={text.noRunsText} />}
      />
    </Framed>
  );
}

/** Returns a file's name without extension, for the search in task titles: some of them have the extension, some don't. */
export function nameInRuns(filename: string): string {
  return filename.replace(/\.fmp12$/i, "");
}

/** Shown for a file that FileMaker Server doesn't know. */
export function GonePart({ name }: { readonly name: string }) {
  return (
    <Framed>
      <Empty title={text.goneTitle(name)} text={text.goneText}>
        <Link to={paths.files} className={buttonClasses()}>
          {text.back}
        </Link>
      </Empty>
    </Framed>
  );
}
