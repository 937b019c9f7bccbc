import type { PartName } from "#shared/transfer/contract.ts";
import { transferMessages as text } from "../../messages/english/installation/transfer.ts";
import { allParts } from "./all-parts.ts";

/** Field for the parts of the configuration to transfer. */
export function PartsField({
  chosen,
  onChange,
}: {
  readonly chosen: readonly PartName[];
  readonly onChange: (parts: readonly PartName[]) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium text-sm">{text.partsLabel}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {allParts.map((part) => (
          <label key={part} className="flex min-h-target cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              checked={chosen.includes(part)}
              onChange={({ target }) =>
                onChange(allParts.filter((one) => (one === part ? target.checked : chosen.includes(one))))
              }
            />
            {text.parts[part]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
