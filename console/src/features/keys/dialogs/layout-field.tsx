import { useState } from "react";
import { messages } from "../../../messages/messages.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { Field, inputClasses } from "../../../ui/fields/field.tsx";
import { layoutsOf } from "../layouts-of.ts";

const text = messages.keys.ready;

/**
 * The layout that the requests name: chosen of those that the service has seen while it tried the file, typed where it saw none,
 * or read when the user asks for it: asking with the key is a use of it, and a list of keys that nobody uses should stay true.
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
    // What cannot be read can be typed.
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
