import type { CellInput, Field, FieldType } from "../schema/field-schema.ts";
import { readUsNumber } from "./number-text.ts";

/** File in a container field. */
export interface ContainerFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Value of a field's repetition; empty is "" for all types. Dates and times are in ISO 8601. */
export type Cell = string | number | ContainerFile;

/** Returns the key of a repetition in a record: `f`, `f(2)`, `f(3)`. */
export function cellKey(fieldName: string, repetition: number): string {
  return repetition === 1 ? fieldName : `${fieldName}(${repetition})`;
}

export function isContainerFile(cell: Cell): cell is ContainerFile {
  return typeof cell === "object";
}

/** Returns the cell's text for finds, sorts and relationships. */
export function cellText(cell: Cell): string {
  if (typeof cell === "string") return cell;
  return typeof cell === "number" ? String(cell) : cell.name;
}

/** Returns a cell from the world's JSON. */
export function cellFromInput(field: Field, input: CellInput): Cell {
  if (typeof input === "object") {
    const bytes = input.base64 === undefined ? Buffer.from(input.text ?? "") : Buffer.from(input.base64, "base64");
    return { name: input.file, bytes };
  }
  return normalCell(field.type, input);
}

/** Returns the stored form of a value: plain numbers as numbers, line ends as in FileMaker. */
export function normalCell(type: FieldType, value: string | number): string | number {
  if (type === "number") return typeof value === "number" ? value : readUsNumber(value);
  return String(value).replace(/\r\n|\n/g, "\r");
}
