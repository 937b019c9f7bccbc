import { type ReactNode, useMemo } from "react";
import { Field } from "./field.tsx";
import { MultiChoice } from "./multi-choice.tsx";

/** Selection of several objects with ids, whose names needn't be unique. A selected object may have been deleted. */
export function NumberedChoice({
  label,
  hint,
  known,
  chosen,
  onChange,
  text,
}: {
  readonly label: string;
  readonly hint: ReactNode;
  readonly known: readonly { readonly id: number; readonly name: string }[];
  readonly chosen: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
  readonly text: {
    readonly placeholder: string;
    readonly remove: (name: string) => string;
    readonly none: string;
    /** Returns the text for an object of which only the id is known. */
    readonly numbered: (id: number) => string;
  };
}) {
  const names = useMemo(() => new Map(known.map(({ id, name }) => [id, `${name} (${id})`])), [known]);
  const nameOf = (id: number) => names.get(id) ?? text.numbered(id);
  const ids = new Map([...names.keys(), ...chosen].map((id) => [nameOf(id), id]));
  return (
    <Field label={label} hint={hint}>
      {(ties) => (
        <MultiChoice
          ties={ties}
          choices={[...names.values()].map((name) => ({ name }))}
          chosen={chosen.map(nameOf)}
          // Ignores typed text that isn't an option.
          onChange={(next) => onChange(next.flatMap((name) => ids.get(name) ?? []))}
          placeholder={text.placeholder}
          removeLabel={text.remove}
          addLabel={() => text.none}
          emptyText={text.none}
          complete={(typed) => typed}
        />
      )}
    </Field>
  );
}
