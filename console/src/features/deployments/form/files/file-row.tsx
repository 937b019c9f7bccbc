import { Trash2 } from "lucide-react";
import { deploymentFormMessages } from "../../../../messages/english/deployment-form.ts";
import { deploymentMessages } from "../../../../messages/english/deployments.ts";
import { IconButton } from "../../../../ui/buttons/icon-button.tsx";
import { TextField } from "../../../../ui/fields/field.tsx";
import { SelectField } from "../../../../ui/fields/select-field.tsx";
import { FileDetails } from "./file-details.tsx";
import {
  type Account,
  type FileOperation,
  newOperation,
  operations,
  sourceName,
  withSourceName,
} from "./file-operations.ts";

const text = deploymentFormMessages.files;

/** File on this server, and its operation. */
export function FileRow({
  file,
  account,
  onChange,
  onRemove,
}: {
  readonly file: FileOperation;
  /** Account of the other migrations. */
  readonly account: Account | undefined;
  readonly onChange: (file: FileOperation) => void;
  readonly onRemove: () => void;
}) {
  const name = file.target.fileName;
  return (
    <li className="flex flex-col gap-2 px-3 py-3">
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_10rem_1fr_auto]">
        <p className="self-center break-words font-medium">{name}</p>
        <SelectField
          label={text.operationOf(name)}
          value={file.operation}
          options={operations.map((value) => ({ value, text: deploymentMessages.page.operations[value] }))}
          onChange={(operation) =>
            onChange(newOperation(operation, name, sourceName(file) || name, account ?? { user: "", password: "" }))
          }
        />
        {file.operation === "close" ? (
          <span />
        ) : (
          <TextField
            label={text.sourceOf(name)}
            spellCheck={false}
            value={sourceName(file)}
            onChange={({ target }) => onChange(withSourceName(file, target.value))}
          />
        )}
        <IconButton icon={Trash2} label={text.removeFile(name)} onClick={onRemove} />
      </div>
      <details>
        <summary className="w-fit cursor-pointer text-muted text-sm leading-target">{text.more(name)}</summary>
        <div className="flex flex-col gap-4 pt-2">
          <FileDetails file={file} onChange={onChange} />
        </div>
      </details>
    </li>
  );
}
