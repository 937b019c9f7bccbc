import { Link, useNavigate } from "@tanstack/react-router";
import type { Database } from "../../../shared/files/contract.ts";
import { FileAccess } from "../features/files/file-access.tsx";
import { FileOverview } from "../features/files/file-overview.tsx";
import { ProcessList } from "../features/processes/process-list.tsx";
import { buttonClasses } from "../ui/button.tsx";
import { Framed } from "../ui/framed.tsx";
import { Empty } from "../ui/states.tsx";
import { fileWords } from "../words/files.ts";
import { paths } from "./paths.ts";
import { RunLink } from "./run-link.tsx";

const text = fileWords.page;

/** What FileMaker Server says of a file, with the way to its clients. */
export function OverviewPart({ file }: { readonly file: Database }) {
  const { filename } = file;
  return (
    <FileOverview
      file={file}
      toClients={
        <Link to={paths.clients} search={{ file: filename }} className={buttonClasses()}>
          {text.allClients}
        </Link>
      }
    />
  );
}

/** Which keys reach a file, with the way to each. */
export function AccessPart({ file, onCreateKey }: { readonly file: Database; readonly onCreateKey: () => void }) {
  return (
    <FileAccess
      file={file}
      onCreateKey={onCreateKey}
      toKey={({ label }) => (
        <Link
          to={paths.keys}
          search={{ q: label || file.filename }}
          aria-label={text.openKeyOf(label || text.noLabel)}
          className={buttonClasses()}
        >
          {text.openKey}
        </Link>
      )}
    />
  );
}

/** Long work that names a file. */
export function RunsPart({ filename }: { readonly filename: string }) {
  const navigate = useNavigate();
  const q = filename.replace(/\.fmp12$/i, "");
  return (
    <Framed>
      <ProcessList
        filter={{ q }}
        onClear={() => void navigate({ to: paths.processes })}
        nameLink={(run) => <RunLink run={run} />}
        empty={<Empty title={text.noRunsTitle} text={text.noRunsText} />}
      />
    </Framed>
  );
}

/** A file that FileMaker Server does not know. */
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
