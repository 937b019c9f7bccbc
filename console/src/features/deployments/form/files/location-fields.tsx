import { deploymentFormMessages } from "../../../../messages/english/deployment-form.ts";
import { TextField } from "../../../../ui/fields/field.tsx";
import { SelectField } from "../../../../ui/fields/select-field.tsx";
import type { OperationOf } from "./file-operations.ts";

const text = deploymentFormMessages.files;
const folders = ["default", "secure", "additionalFolder1", "additionalFolder2"] as const;

/** Location of a new file on the server. */
export function LocationFields({
  location = {},
  onChange,
}: {
  readonly location: OperationOf<"install">["location"];
  readonly onChange: (location: OperationOf<"install">["location"]) => void;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={text.folder}
        value={location.folder ?? "default"}
        options={folders.map((value) => ({ value, text: text.folders[value] }))}
        onChange={(folder) => onChange({ ...location, folder })}
      />
      <TextField
        label={text.subFolder}
        spellCheck={false}
        value={location.subFolder ?? ""}
        onChange={({ target }) => onChange({ ...location, subFolder: target.value || undefined })}
      />
    </div>
  );
}
