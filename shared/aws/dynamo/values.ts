import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { Fields, Value } from "#shared/ports/table.ts";

/** Encodes fields as one map attribute. Undefined fields are omitted; numbers that JSON can't represent are rejected. */
export function encodeFields(fields: Fields): AttributeValue {
  const encoded: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) encoded[name] = encodeValue(name, value);
  }
  return { M: encoded };
}

export function decodeFields(value: AttributeValue | undefined): Fields {
  return Object.fromEntries(Object.entries(value?.M ?? {}).map(([name, one]) => [name, decodeValue(one)]));
}

/**
 * Encodes a value. Strings, numbers, booleans and null use DynamoDB's types, so that numbers can be added to. Everything else is one
 * JSON text in a list of one: DynamoDB's maps allow no empty names, its numbers fewer powers of ten, its strings no unpaired
 * surrogates.
 */
export function encodeValue(name: string, value: Value): AttributeValue {
  if (typeof value === "string" && value.isWellFormed()) return { S: value };
  if (typeof value === "number" && isNumberThere(value)) return { N: String(value) };
  if (typeof value === "boolean") return { BOOL: value };
  if (value === null) return { NULL: true };
  return { L: [{ S: JSON.stringify(value, refuseNonFinite(name)) }] };
}

function decodeValue(value: AttributeValue): Value {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL !== undefined) return null;
  const [json] = value.L ?? [];
  if (json?.S === undefined) throw new TypeError("The attribute wasn't written by this service");
  return JSON.parse(json.S) as Value;
}

function isNumberThere(value: number): boolean {
  const size = Math.abs(value);
  return value === 0 || (size >= 1e-130 && size < 1e126);
}

function refuseNonFinite(field: string): (name: string, value: unknown) => unknown {
  return (_name, value) => {
    if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${field} isn't a finite number`);
    return value;
  };
}
