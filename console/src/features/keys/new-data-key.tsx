import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { configuration, serviceOrigin } from "../../api/configuration.ts";
import { Field, inputClasses } from "../../ui/field.tsx";
import { words } from "../../words/words.ts";
import { layoutsOf } from "./layouts-of.ts";
import { NewKeyDialog } from "./new-key-dialog.tsx";
import { readyRequests } from "./ready-requests.ts";

export interface MadeDataKey {
  readonly key: string;
  readonly files: readonly string[];
  readonly isDataApi: boolean;
  readonly isOData: boolean;
}

/** A new Data API key, with requests for the file and layout that are chosen here. */
export function NewDataKey({ made, onClose }: { readonly made: MadeDataKey; readonly onClose: () => void }) {
  const [file, setFile] = useState(made.files[0] ?? "");
  const [wanted, setLayout] = useState<string>();
  // The key is no part of the query's name: the cache outlives the dialog.
  const layouts = useQuery({
    queryKey: ["layouts", file],
    queryFn: ({ signal }) => layoutsOf(file, made.key, signal),
    enabled: made.isDataApi,
    gcTime: 0,
  });
  const layout = wanted ?? layouts.data?.[0] ?? "LAYOUT";
  const { prefix } = configuration();
  const requests = readyRequests({ origin: serviceOrigin(), prefix, key: made.key, file, layout });
  const kinds = made.isDataApi
    ? (["curl", "typescript", ...(made.isOData ? (["odata"] as const) : []), "filemaker"] as const)
    : (["odata"] as const);

  return (
    <NewKeyDialog value={made.key} requests={requests} kinds={kinds} onClose={onClose}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={words.keys.ready.file}>
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
              {made.files.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
        {made.isDataApi && (
          <Field label={words.keys.ready.layout}>
            {(ties) => (
              <select {...ties} className={inputClasses} value={layout} onChange={(event) => setLayout(event.target.value)}>
                {(layouts.data ?? [layout]).map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            )}
          </Field>
        )}
      </div>
    </NewKeyDialog>
  );
}
