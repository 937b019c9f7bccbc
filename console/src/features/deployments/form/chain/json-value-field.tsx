import { useState } from "react";
import { deploymentFormMessages } from "../../../../messages/english/deployment-form.ts";
import { TextArea } from "../../../../ui/fields/text-area.tsx";
import { brokenJson } from "./chain.ts";

/** Value as JSON. Empty text: no value. */
export function JsonValueField({
  label,
  hint,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}) {
  const [typed, setTyped] = useState(() =>
    value === undefined || value === brokenJson ? "" : JSON.stringify(value, null, 2),
  );
  return (
    <TextArea
      label={label}
      hint={hint}
      rows={5}
      error={value === brokenJson ? deploymentFormMessages.chain.notJson : undefined}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(valueIn(target.value));
      }}
    />
  );
}

function valueIn(typed: string): unknown {
  if (typed.trim() === "") return undefined;
  try {
    return JSON.parse(typed);
  } catch {
    // The field shows the error.
    return brokenJson;
  }
}
