import type { CellInput, Field, FieldType } from "../schema/field-schema.ts";
import { readUsNumber } from "./number-text.ts";

/** A file held by a container field. */
export interface ContainerFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What one repetition of one field holds; empty is "" whatever the type. Dates and times are kept in ISO 8601. */
export type Cell = string | number | ContainerFile;

/** The key of a repetition inside a record: `f`, `f(2)`, `f(3)`. */
export function cellKey(fieldName: string, repetition: number): string {
  return repetition === 1 ? fieldName : `${fieldName}(${repetition})`;
}

export function isContainerFile(cell: Cell): cell is ContainerFile {
  return typeof cell === "object";
}

/** The cell's text, as finds, sorts and relationships see it. */
export function cellText(cell: Cell): string {
  if (typeof cell === "string") return cell;
  return typeof cell === "number" ? String(cell) : cell.name;
}

/** A cell from the world's JSON. */
export function cellFromInput(field: Field, input: CellInput): Cell {
  if (typeof input === "object") {
    const bytes = input.base64 === undefined ? Buffer.from(input.text ?? "") : Buffer.from(input.base64, "base64");
    return { name: input.file, bytes };
  }
  return normalCell(field.type, input);
}

/** The form in which a value is kept: numbers as numbers where they are plain, line ends as FileMaker's. */
export function normalCell(type: FieldType, value: string | number): string | number {
  if (type === "number") return typeof value === "number" ? value : readUsNumber(value);
  return String(value).replace(/\r\n|\n/g, "\r");
}
