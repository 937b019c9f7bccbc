import { DataRefused } from "../refused.ts";
import type { FieldType } from "../schema/tables.ts";

/** Value in a filter that isn't a text: a field, or the result of a function. */
export interface TypedValue {
  readonly name: string;
  readonly type: FieldType;
}

/**
 * Returns a text in quotes as a literal of the type that it is compared with. FileMaker Server finds no rows for `day ge '2026-01-31'` and
 * reports no error. Texts for text fields are undefined.
 * @throws DataRefused for a text that isn't a value of the type
 */
export function typedLiteral(text: string, { name, type }: TypedValue): string | undefined {
  const known = types[type];
  if (known === undefined) return undefined;
  const literal = known.literal(text.trim());
  if (literal !== undefined) return literal;
  throw new DataRefused(
    `${name} is a ${type}: write it without quotes, such as ${known.example}, and empty fields as eq null.`,
  );
}

const types: Readonly<
  Partial<Record<FieldType, { readonly example: string; literal(text: string): string | undefined }>>
> = {
  number: {
    example: "12.5",
    literal: (text) =>
      /^-?(?:\d{1,30}(?:\.\d{1,30})?|\.\d{1,30})$/.test(text) ? text.replace(/^(-?)\./, "$10.") : undefined,
  },
  date: { example: "2026-01-31", literal: (text) => /^\d{4}-\d\d-\d\d$/.exec(text)?.[0] },
  time: { example: "13:45:00", literal: (text) => timeOf(/^\d\d:\d\d(?::\d\d)?$/.exec(text)?.[0]) },
  timestamp: {
    example: "2026-01-31T13:45:00Z",
    literal(text) {
      const [, date, time = "00:00:00", zone = "Z"] =
        /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
      return date === undefined ? undefined : `${date}T${timeOf(time)}${zone}`;
    },
  },
};

function timeOf(time: string | undefined): string | undefined {
  return time?.length === 5 ? `${time}:00` : time;
}
