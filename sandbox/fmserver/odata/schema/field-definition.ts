import type { Field } from "../../world/schema/field-schema.ts";
import { badBody } from "../odata-error.ts";

/** Parses a field definition in a body. @throws ODataError */
export function fieldFrom(definition: unknown): Field {
  if (typeof definition !== "object" || definition === null) throw badBody("a field is no object");
  const given = definition as Readonly<Record<string, unknown>>;
  const { name, type } = given;
  if (typeof name !== "string" || name === "" || name.length > 100) throw badBody("a field has no name");
  const [, words = "", length, repetitions] =
    /^([a-z]+(?: [a-z]+)*)\s*(?:\((\d+)\))?\s*(?:\[(\d+)\])?$/i.exec(typeof type === "string" ? type.trim() : "") ?? [];
  const fieldType = TYPES[words.toLowerCase()];
  if (fieldType === undefined) throw badBody(`the type of '${name}' is unknown`);
  const isKey = given.primary === true;
  return {
    name,
    type: fieldType,
    repetitions: Number(repetitions ?? 1) || 1,
    global: given.global === true,
    prohibitModification: false,
    containerStorage: given.externalSecurePath === undefined ? "embedded" : "secure",
    validation: {
      notEmpty: isKey || given.nullable === false,
      unique: isKey || given.unique === true,
      existing: false,
      always: true,
      allowOverride: false,
      ...(length !== undefined && fieldType === "text" && { maxCharacters: Number(length) }),
    },
    ...autoEnter(given.default),
  };
}

function autoEnter(value: unknown): Pick<Field, "autoEnter"> {
  if (value === undefined || value === null) return {};
  if (typeof value !== "string" && typeof value !== "number") throw badBody("a default is no text or number");
  const special = DEFAULTS[String(value).toUpperCase()];
  return { autoEnter: special === undefined ? { constant: value } : { special } };
}

const TYPES: Readonly<Record<string, Field["type"] | undefined>> = {
  numeric: "number",
  decimal: "number",
  int: "number",
  date: "date",
  time: "time",
  timestamp: "timestamp",
  varchar: "text",
  "character varying": "text",
  blob: "container",
  varbinary: "container",
  longvarbinary: "container",
  "binary varying": "container",
};

const DEFAULTS: Readonly<
  Record<string, "creationAccount" | "creationDate" | "creationTime" | "creationTimestamp" | undefined>
> = {
  USER: "creationAccount",
  USERNAME: "creationAccount",
  CURRENT_USER: "creationAccount",
  CURRENT_DATE: "creationDate",
  CURDATE: "creationDate",
  CURRENT_TIME: "creationTime",
  CURTIME: "creationTime",
  CURRENT_TIMESTAMP: "creationTimestamp",
  CURTIMESTAMP: "creationTimestamp",
};
