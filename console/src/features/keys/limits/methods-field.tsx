import { keyLimitsMessages } from "../../../messages/english/keys/key-limits.ts";
import { Switch } from "../../../ui/fields/switch.tsx";
import { type LimitsDraft, methods } from "./limits-draft.ts";

const text = keyLimitsMessages.methods;

/** Field for the allowed HTTP methods: all, or the selected ones. */
export function MethodsField({
  value,
  isMissing,
  onChange,
}: {
  readonly value: LimitsDraft["methods"];
  readonly isMissing: boolean;
  readonly onChange: (value: LimitsDraft["methods"]) => void;
}) {
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label={text.label}
        text={text.text}
        checked={value !== undefined}
        onChange={(isLimited) => onChange(isLimited ? ["GET"] : undefined)}
      />
      {value !== undefined && (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
          <legend className="sr-only">{text.hint}</legend>
          {methods.map((method) => (
            <label key={method} className="flex h-target cursor-pointer items-center gap-1.5 font-mono text-sm">
              <input
                type="checkbox"
                className="size-4 accent-(--accent)"
                checked={value.includes(method)}
                onChange={({ target }) =>
                  onChange(methods.filter((each) => (each === method ? target.checked : value.includes(each))))
                }
              />
              {method}
            </label>
          ))}
        </fieldset>
      )}
      {isMissing && (
        <p role="alert" className="text-bad text-sm">
          {text.missing}
        </p>
      )}
    </div>
  );
}
