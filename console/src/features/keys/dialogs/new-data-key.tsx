import { useState } from "react";
import { configuration, serviceOrigin } from "../../../api/configuration.ts";
import { newKeyMessages } from "../../../messages/english/keys/new-key.ts";
import { Field, inputClasses } from "../../../ui/fields/field.tsx";
import { readyRequests } from "../ready-requests.ts";
import { LayoutField } from "./layout-field.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

export interface MadeDataKey {
  readonly key: string;
  /** Each with the layouts that the service has seen in it. */
  readonly files: readonly { readonly database: string; readonly layouts: readonly string[] }[];
  readonly isDataApi: boolean;
  readonly isOData: boolean;
}

/** New Data API key, with requests for the selected file and layout. */
export function NewDataKey({ made, onClose }: { readonly made: MadeDataKey; readonly onClose: () => void }) {
  const [file, setFile] = useState(made.files[0]?.database ?? "");
  const layouts = made.files.find(({ database }) => database === file)?.layouts ?? [];
  const [typed, setLayout] = useState<string>();
  const layout = typed ?? layouts[0];
  const { prefix } = configuration();
  const requests = readyRequests({ origin: serviceOrigin(), prefix, key: made.key, file, layout });
  const kinds = made.isDataApi
    ? (["curl", "typescript", ...(made.isOData ? (["odata"] as const) : []), "filemaker"] as const)
    : (["odata"] as const);

  return (
    <NewKeyDialog value={made.key} requests={requests} kinds={kinds} onClose={onClose}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={newKeyMessages.file}>
          {(ties) => (
            <select
              {...ties}
              className={inputClasses}
              value={file}
              onChange={(event) => {
                setFile(event.target.value);
                setLayout(undefined);
              }}
            >
              {made.files.map(({ database }) => (
                <option key={database}>{database}</option>
              ))}
            </select>
          )}
        </Field>
        {made.isDataApi && (
          <LayoutField
            key={file}
            file={file}
            apiKey={made.key}
            known={layouts}
            layout={layout ?? ""}
            onChange={setLayout}
          />
        )}
      </div>
    </NewKeyDialog>
  );
}
