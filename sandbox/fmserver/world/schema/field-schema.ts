import * as z from "zod";

/** Name of an object in a file. */
export const Name = z.string().min(1).max(100);

const Calculation = z
  .union([
    z.strictObject({ constant: z.union([z.string(), z.number()]) }),
    z.strictObject({ join: z.array(Name).min(1), separator: z.string().default(" ") }),
    z.strictObject({ sum: z.array(Name).min(1) }),
    z.strictObject({ product: z.array(Name).min(1) }),
    z.strictObject({ invalid: z.literal(true) }).describe("Cannot be evaluated: shows a question mark."),
  ])
  .describe("A calculation over fields of the same record.");
export type Calculation = z.output<typeof Calculation>;

const Summary = z.strictObject({
  operation: z.enum(["count", "total", "average", "minimum", "maximum"]),
  of: Name.describe("The field of the same table that is summarised over the found set."),
});
export type Summary = z.output<typeof Summary>;

const FileValue = z
  .strictObject({
    file: z.string().describe("The file's name."),
    text: z.string().optional(),
    base64: z.base64().optional(),
  })
  .describe("A container's contents: text or base64.");

const CellValue = z.union([z.string(), z.number(), FileValue]);
const CellValues = z.union([CellValue, z.array(CellValue)]).describe("A value; an array fills repetitions.");
export type CellInput = z.output<typeof CellValue>;

const AutoEnter = z.union([
  z.strictObject({ serial: z.strictObject({ next: z.int().default(1), step: z.int().default(1) }) }),
  z.strictObject({ constant: z.union([z.string(), z.number()]) }),
  z.strictObject({
    special: z.enum([
      "uuid",
      "creationTimestamp",
      "creationDate",
      "creationTime",
      "creationAccount",
      "modificationTimestamp",
      "modificationDate",
      "modificationAccount",
    ]),
  }),
]);
export type AutoEnter = z.output<typeof AutoEnter>;

const Bound = z.union([z.string(), z.number()]);

const Validation = z.strictObject({
  type: z.enum(["number", "fourDigitYear", "timeOfDay"]).optional().describe("Strict data type."),
  notEmpty: z.boolean().default(false),
  unique: z.boolean().default(false),
  existing: z.boolean().default(false),
  range: z.strictObject({ from: Bound, to: Bound }).optional(),
  valueList: Name.optional(),
  maxCharacters: z.int().min(1).optional(),
  always: z
    .boolean()
    .default(false)
    .describe('true: always; false: only during data entry, so entrymode "script" passes.'),
  allowOverride: z.boolean().default(false).describe('entrymode "script" passes even when the validation is always.'),
});
export type Validation = z.output<typeof Validation>;

/** Field of a table. */
export const Field = z.strictObject({
  name: Name,
  type: z.enum(["text", "number", "date", "time", "timestamp", "container"]).default("text"),
  repetitions: z.int().min(1).max(1000).default(1),
  global: z.boolean().default(false),
  globalValue: CellValues.optional().describe("What a global field holds when a session starts."),
  calculation: Calculation.optional(),
  summary: Summary.optional(),
  autoEnter: AutoEnter.optional(),
  prohibitModification: z.boolean().default(false),
  validation: Validation.optional(),
  indexed: z.boolean().optional().describe("Has an index that OData lists."),
  containerStorage: z.enum(["embedded", "secure", "open"]).default("embedded"),
});
export type Field = z.output<typeof Field>;
export type FieldType = Field["type"];

/** Record; dates, times and timestamps are in ISO 8601 with a space between date and time. */
export const RecordData = z.strictObject({
  id: z.int().min(1).optional().describe("The record id; the next free one when missing."),
  modId: z.int().min(0).default(0),
  values: z.record(z.string(), CellValues).describe("By field name."),
});
export type RecordData = z.output<typeof RecordData>;

/** Table with its records. */
export const Table = z.strictObject({
  name: Name,
  fields: z.array(Field).min(1),
  records: z.array(RecordData).default([]),
});
export type Table = z.output<typeof Table>;
