import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { deploymentFormMessages } from "../../../messages/english/deployment-form.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { IconButton } from "../../../ui/buttons/icon-button.tsx";
import { TextField } from "../../../ui/fields/field.tsx";

const text = deploymentFormMessages.headers;
type Headers = Readonly<Record<string, string>>;
type Row = readonly [name: string, value: string];

/** Headers of a call. Rows without a name are ignored. */
export function HeaderFields({
  of,
  headers = {},
  onChange,
}: {
  /** Owner of the headers, for users who only hear the labels. */
  readonly of: string;
  readonly headers: Headers | undefined;
  readonly onChange: (headers: Record<string, string> | undefined) => void;
}) {
  const [rows, setRows] = useState<readonly Row[]>(() => Object.entries(headers));
  const set = (next: readonly Row[]) => {
    setRows(next);
    const named = next.filter(([name]) => name.trim() !== "");
    onChange(named.length === 0 ? undefined : Object.fromEntries(named.map(([name, value]) => [name.trim(), value])));
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="sr-only">{text.of(of)}</legend>
      {rows.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key in the form
        <div key={index} className="grid grid-cols-[1fr_auto] items-end gap-3 sm:grid-cols-[14rem_1fr_auto]">
          <TextField
            label={text.name(index + 1)}
            spellCheck={false}
            value={name}
            onChange={({ target }) => set(rows.with(index, [target.value, value]))}
          />
          <TextField
            label={text.value(index + 1)}
            type="password"
            autoComplete="off"
            value={value}
            onChange={({ target }) => set(rows.with(index, [name, target.value]))}
          />
          <IconButton icon={Trash2} label={text.remove(index + 1)} onClick={() => set(rows.toSpliced(index, 1))} />
        </div>
      ))}
      <Button className="self-start" onClick={() => set([...rows, ["", ""]])}>
        <Plus aria-hidden size={14} />
        {text.add}
      </Button>
    </fieldset>
  );
}
