import { mayDo, type Role } from "#shared/contract/roles.ts";
import type { CompactApi, CompactOperation, Schema } from "./compact-api.ts";
import { highest, lowest, wholes } from "./keywords.ts";

type Keywords = { readonly [keyword: string]: unknown };
/** Side that makes the values: callers must still be able to send what they sent, and understand what they get. */
type Side = "request" | "answer";

/** Returns everything that can break a client of the earlier API, one line each, in a stable order. */
export function breakingChanges(before: CompactApi, after: CompactApi): readonly string[] {
  const found: string[] = [];
  for (const [name, old] of Object.entries(before.operations)) {
    const next = after.operations[name];
    if (next === undefined) found.push(`${name}: removed`);
    else found.push(...ofOperation(old, next).map((change) => `${name}: ${change}`));
  }
  for (const [name, { code, status }] of Object.entries(before.errors)) {
    const next = after.errors[name];
    if (next === undefined) found.push(`error ${name}: removed`);
    else {
      if (next.code !== code) found.push(`error ${name}: code ${code} became ${next.code}`);
      if (next.status !== status) found.push(`error ${name}: status ${status} became ${next.status}`);
    }
  }
  return found;
}

function ofOperation(old: CompactOperation, next: CompactOperation): string[] {
  const found: string[] = [];
  if (next.id !== old.id) found.push(`operation ${old.id} became ${next.id}`);
  if (next.role !== old.role && !isLower(next.role, old.role)) found.push(`role ${old.role} became ${next.role}`);
  if (old.security.length === 0 && next.security.length > 0) found.push("needs a credential");
  for (const credential of old.security)
    if (next.security.length > 0 && !next.security.includes(credential))
      found.push(`credential ${credential} isn't accepted`);

  for (const [name, { schema, isRequired }] of Object.entries(old.parameters)) {
    const parameter = next.parameters[name];
    if (parameter === undefined) found.push(`parameter ${name}: removed`);
    else {
      if (parameter.isRequired && !isRequired) found.push(`parameter ${name}: required`);
      found.push(...ofSchema(schema, parameter.schema, "request", `parameter ${name}`));
    }
  }
  for (const [name, { isRequired }] of Object.entries(next.parameters))
    if (isRequired && old.parameters[name] === undefined) found.push(`parameter ${name}: new and required`);

  if (next.body?.isRequired === true && old.body?.isRequired !== true) found.push("body: required");
  for (const [type, schema] of Object.entries(old.body?.content ?? {})) {
    const accepted = next.body?.content[type];
    if (accepted === undefined) found.push(`body ${type}: not accepted`);
    else found.push(...ofSchema(schema, accepted, "request", "body"));
  }

  for (const status of old.statuses) if (!next.statuses.includes(status)) found.push(`status ${status}: removed`);
  for (const [status, content] of Object.entries(old.answers)) {
    const answers = next.answers[status];
    if (answers !== undefined)
      for (const [type, schema] of Object.entries(content)) {
        const sent = answers[type];
        if (sent === undefined) found.push(`answer ${status} ${type}: removed`);
        else found.push(...ofSchema(schema, sent, "answer", `answer ${status}`));
      }
  }
  return found;
}

function isLower(next: Role | null, old: Role | null): boolean {
  if (next === null) return true;
  return old !== null && mayDo(old, next);
}

function ofSchema(old: Schema, next: Schema, side: Side, at: string): string[] {
  if (isSame(old, next)) return [];
  if (typeof old !== "object" || typeof next !== "object") {
    // Any value: a request may be refused now, and an answer may have other values.
    const isNarrower = isAny(old) && !isAny(next);
    const isWider = isAny(next) && !isAny(old);
    return (side === "request" ? isNarrower : isWider) || next === false ? [`${at}: accepted values changed`] : [];
  }
  const [oldBranches, nextBranches] = [branchesOf(old), branchesOf(next)];
  if (oldBranches !== undefined || nextBranches !== undefined)
    return ofUnion(oldBranches ?? [old], nextBranches ?? [next], side, at);
  return [
    ...ofTypes(old, next, side, at),
    ...ofValues(old, next, side, at),
    ...ofBounds(old, next, side, at),
    ...ofProperties(old, next, side, at),
    ...ofItems(old, next, side, at),
  ];
}

/** Compares alternatives: each that callers may send needs a counterpart, and so does each that they may get. */
function ofUnion(old: readonly Schema[], next: readonly Schema[], side: Side, at: string): string[] {
  const [needed, offered] = side === "request" ? [old, next] : [next, old];
  return needed.flatMap((branch, place) => {
    const changes = offered.map((other) =>
      side === "request" ? ofSchema(branch, other, side, at) : ofSchema(other, branch, side, at),
    );
    if (changes.some((of) => of.length === 0)) return [];
    // A change inside of the same alternative says more than a missing alternative.
    const same = old.length === next.length ? changes[place] : undefined;
    if (same !== undefined) return same;
    return [`${at}: ${side === "request" ? "an alternative isn't accepted" : "a new alternative"}: ${kindOf(branch)}`];
  });
}

function ofTypes(old: Keywords, next: Keywords, side: Side, at: string): string[] {
  const [before, after] = [typesOf(old), typesOf(next)];
  if (before === undefined && after === undefined) return [];
  const [needed, offered] = side === "request" ? [before, after] : [after, before];
  if (offered === undefined) return [];
  if (needed === undefined) return [`${at}: type became ${after?.join(" or ") ?? "any"}`];
  const isOffered = (type: string) => offered.includes(type) || (type === "integer" && offered.includes("number"));
  return needed.every(isOffered) ? [] : [`${at}: type ${before?.join(" or ")} became ${after?.join(" or ") ?? "any"}`];
}

/** New values in answers are no break: clients must ignore values that they don't know. */
function ofValues(old: Keywords, next: Keywords, side: Side, at: string): string[] {
  const [before, after] = [valuesOf(old), valuesOf(next)];
  if (side === "answer" || after === undefined) {
    if (
      side === "answer" &&
      before !== undefined &&
      after !== undefined &&
      !before.some((value) => after.includes(value))
    )
      return [`${at}: all values changed`];
    return [];
  }
  if (before === undefined) return [`${at}: only ${after.join(", ")} accepted`];
  return before.filter((value) => !after.includes(value)).map((value) => `${at}: value ${value} isn't accepted`);
}

function ofBounds(old: Keywords, next: Keywords, side: Side, at: string): string[] {
  const found: string[] = [];
  const numbers = (keyword: string, none: number): readonly [number, number] => [
    Number(old[keyword] ?? none),
    Number(next[keyword] ?? none),
  ];
  if (side === "answer") return ofWholes(wholes, old, next, at);
  for (const keyword of lowest) {
    const [before, after] = numbers(keyword, Number.NEGATIVE_INFINITY);
    if (after > before) found.push(`${at}: ${keyword} ${old[keyword] ?? "none"} became ${after}`);
  }
  for (const keyword of highest) {
    const [before, after] = numbers(keyword, Number.POSITIVE_INFINITY);
    if (after < before) found.push(`${at}: ${keyword} ${old[keyword] ?? "none"} became ${after}`);
  }
  // A missing keyword refuses nothing.
  const kept = wholes.filter((keyword) => next[keyword] !== undefined);
  return [...found, ...ofWholes(kept, old, next, at)];
}

function ofWholes(keywords: readonly string[], old: Keywords, next: Keywords, at: string): string[] {
  return keywords
    .filter((keyword) => !isSame(old[keyword], next[keyword]))
    .map((keyword) => `${at}: ${keyword} changed`);
}

function ofProperties(old: Keywords, next: Keywords, side: Side, at: string): string[] {
  const [before, after] = [propertiesOf(old), propertiesOf(next)];
  const [required, nowRequired] = [requiredOf(old), requiredOf(next)];
  const found: string[] = [];
  for (const [name, schema] of Object.entries(before)) {
    const property = after[name];
    if (property === undefined) {
      // A request with an unknown field is refused or the field has no effect, unless the schema says that it accepts any field.
      const { additionalProperties } = next as { readonly additionalProperties?: Schema };
      if (side === "answer" || additionalProperties === undefined || !isAny(additionalProperties))
        found.push(`${at}.${name}: removed`);
    } else found.push(...ofSchema(schema, property, side, `${at}.${name}`));
  }
  if (side === "request") {
    for (const name of nowRequired) if (!required.includes(name)) found.push(`${at}.${name}: required`);
  } else {
    for (const name of required)
      if (!nowRequired.includes(name) && after[name] !== undefined) found.push(`${at}.${name}: can be missing`);
  }
  const [others, nowOthers] = [
    old.additionalProperties as Schema | undefined,
    next.additionalProperties as Schema | undefined,
  ];
  if (side === "request" && nowOthers === false && others !== false) found.push(`${at}: other fields aren't accepted`);
  else if (typeof others === "object" && typeof nowOthers === "object")
    found.push(...ofSchema(others, nowOthers, side, `${at}.*`));
  return found;
}

function ofItems(old: Keywords, next: Keywords, side: Side, at: string): string[] {
  const found: string[] = [];
  if (old.items !== undefined || next.items !== undefined)
    found.push(...ofSchema((old.items ?? true) as Schema, (next.items ?? true) as Schema, side, `${at}[]`));
  const [before, after] = [listOf(old.prefixItems), listOf(next.prefixItems)];
  if (before.length !== after.length) found.push(`${at}: number of elements changed`);
  for (const [place, schema] of before.entries())
    found.push(...ofSchema(schema, after[place] ?? true, side, `${at}[${place}]`));
  return found;
}

function branchesOf(schema: Keywords): readonly Schema[] | undefined {
  const branches = schema.anyOf ?? schema.oneOf;
  return branches === undefined ? undefined : (branches as readonly Schema[]);
}

function typesOf({ type }: Keywords): readonly string[] | undefined {
  if (type === undefined) return undefined;
  return Array.isArray(type) ? (type as string[]) : [String(type)];
}

function valuesOf(schema: Keywords): readonly string[] | undefined {
  if ("const" in schema) return [JSON.stringify(schema.const)];
  return Array.isArray(schema.enum) ? schema.enum.map((value) => JSON.stringify(value)) : undefined;
}

function propertiesOf(schema: Keywords): Readonly<Record<string, Schema>> {
  return (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
}

function requiredOf({ required }: Keywords): readonly string[] {
  return Array.isArray(required) ? (required as string[]) : [];
}

function listOf(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? (value as Schema[]) : [];
}

function isAny(schema: Schema | undefined): boolean {
  return schema === undefined || schema === true || (typeof schema === "object" && Object.keys(schema).length === 0);
}

function kindOf(schema: Schema): string {
  if (typeof schema !== "object") return "any";
  return valuesOf(schema)?.join(", ") ?? typesOf(schema)?.join(" or ") ?? "any";
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
