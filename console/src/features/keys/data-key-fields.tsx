import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import type { DatabaseState } from "../../../../shared/files/contract.ts";
import { reading } from "../../api/query.ts";
import { Field } from "../../ui/field.tsx";
import { type Choice, MultiChoice } from "../../ui/multi-choice.tsx";
import { words } from "../../words/words.ts";

const text = words.keys.createData;

/** Which files a key opens: from what the server hosts, or typed where the server does not say. */
export function FilesField({
  files,
  onChange,
  error,
}: {
  readonly files: readonly string[];
  readonly onChange: (files: readonly string[]) => void;
  readonly error?: string | undefined;
}) {
  const hosted = useQuery(reading("GET /svc/api/databases", {}));
  const choices = (hosted.data?.databases ?? []).map(
    ({ filename, state, extendedPrivileges }): Choice => ({
      name: filename,
      warning: warningOf(state, extendedPrivileges),
    }),
  );
  return (
    <Field label={words.keys.files} hint={text.filesHint} error={error}>
      {(ties) => (
        <MultiChoice
          ties={ties}
          choices={choices}
          chosen={files}
          onChange={onChange}
          placeholder={text.filesPlaceholder}
          removeLabel={text.removeFile}
          addLabel={text.add}
          emptyText={text.noFiles}
          complete={withExtension}
        />
      )}
    </Field>
  );
}

/** What a trial of every file found, in the order of the list. */
export function FileVerdicts({ verdicts }: { readonly verdicts: readonly FileVerdict[] }) {
  return (
    <ul className="flex flex-col gap-1 rounded-md bg-page p-3 text-sm">
      {verdicts.map(({ file, refusal }) => (
        <li key={file} className="flex items-start gap-2">
          {refusal === undefined ? (
            <CircleCheck aria-hidden size={16} className="mt-px shrink-0 text-good" />
          ) : (
            <CircleX aria-hidden size={16} className="mt-px shrink-0 text-bad" />
          )}
          <span>
            <span className="font-medium">{file}</span>: {refusal ?? text.ok}
          </span>
        </li>
      ))}
    </ul>
  );
}

export interface FileVerdict {
  readonly file: string;
  /** Why the file does not open; undefined where it does. */
  readonly refusal: string | undefined;
}

/** What stands in the way of a key for a file, as far as the server says without being asked with an account. */
function warningOf(state: DatabaseState, extendedPrivileges: readonly string[]): string | undefined {
  if (state !== "normal") return text.closed;
  return extendedPrivileges.includes("fmrest") ? undefined : text.noFmrest;
}

function withExtension(name: string): string {
  return /\.fmp12$/i.test(name) ? name : `${name}.fmp12`;
}
