import { useState } from "react";
import { newKeyMessages } from "../../../messages/english/keys/new-key.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { Field, inputClasses } from "../../../ui/fields/field.tsx";
import { layoutsOf } from "../layouts-of.ts";

const text = newKeyMessages;

/**
 * Layout in the requests: selected from the layouts that the service saw during its test of the file, typed if it saw none, or read on
 * request, because reading with the key counts as use and would falsify the list of unused keys.
 */
export function LayoutField({
  file,
  apiKey,
  known,
  layout,
  onChange,
}: {
  readonly file: string;
  readonly apiKey: string;
  readonly known: readonly string[];
  readonly layout: string;
  readonly onChange: (layout: string) => void;
}) {
  const [layouts, setLayouts] = useState(known);
  const [isReading, setReading] = useState(false);
  const read = async () => {
    setReading(true);
    // If the layouts can't be read, the user can type one.
    const names = await layoutsOf(file, apiKey).catch(() => []);
    setReading(false);
    setLayouts(names);
    if (names[0] === undefined) announce(text.noLayouts);
    else onChange(names[0]);
  };
  return (
    <Field label={text.layout}>
      {(ties) =>
        layouts.length > 0 ? (
          <select {...ties} className={inputClasses} value={layout} onChange={(event) => onChange(event.target.value)}>
            {layouts.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        ) : (
          <div className="flex gap-2">
            <input
              {...ties}
              className={inputClasses}
              value={layout}
              onChange={(event) => onChange(event.target.value)}
            />
            <Button className="h-9" busy={isReading} title={text.readHint} onClick={() => void read()}>
              {text.read}
            </Button>
          </div>
        )
      }
    </Field>
  );
}
