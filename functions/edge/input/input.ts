import { ServiceError } from "#shared/contract/errors.ts";
import { knowsItsFields, type Operation } from "#shared/contract/operation.ts";
import { nearestName } from "#shared/contract/texts/nearest-name.ts";
import { isHintOf } from "#shared/contract/values/api-key.ts";
import { unknownFieldRule } from "#shared/contract/values/unknown-fields.ts";
import type { Exchange } from "../exchange.ts";
import type { StepRequest } from "../in-order.ts";
import { parametersOf } from "../routes/routes.ts";
import { givenFields, type MisplacedField } from "./given-fields.ts";
import { knownFields, maxNamed, type Problems } from "./known-fields.ts";
import {
  listed,
  ofEmpty,
  ofIgnoredMisplaced,
  ofIssue,
  ofMisplaced,
  ofNote,
  ofParameter,
  ofRowName,
  ofUnknown,
} from "./sentences.ts";

/** Reads the operation's input: path parameters, and query, JSON body or form. Relays read their calls themselves. */
export function readInput() {
  return {
    before: ({ event: exchange }: Pick<StepRequest, "event">): Promise<void> | undefined =>
      exchange.isRelay ? undefined : read(exchange),
  };
}

/** Reads and checks the input. @throws ServiceError naming each invalid field, and each unknown field that the operation refuses */
async function read(exchange: Exchange): Promise<void> {
  const { route, path } = exchange;
  if (route === undefined) return;
  const { operation } = route;
  const parameters = parametersOf(route.template, path);
  const given = await givenFields(exchange, operation);
  const { fields, repeated } = byOwnNames(given.fields, operation);
  const problems: string[] = repeated.map(ofRowName);
  let known: Readonly<Record<string, unknown>> = fields;
  if (knowsItsFields(operation)) {
    const ruleFor = (name: string) => unknownFieldRule(operation, name);
    const sorted = knownFields(operation.input, withoutHints(fields, parameters), ruleFor);
    const misplaced = misplacedFields(given.misplaced, operation);
    known = sorted.known;
    exchange.notes = [
      ...listed(sorted.ignored, ofNote),
      ...listed(all(misplaced.ignored), ofIgnoredMisplaced),
      ...(operation.method === "PATCH" ? listed(sorted.empty, ofEmpty) : []),
    ];
    problems.push(...listed(sorted.refused, ofUnknown), ...listed(all(misplaced.refused), ofMisplaced));
    problems.push(...contradicted(parameters, known).map(ofParameter));
  }
  const parsed = operation.input.safeParse({ ...known, ...parameters });
  if (!parsed.success) problems.push(...listed(all(parsed.error.issues), ofIssue));
  if (problems.length === 0 && isEmptyChange(operation, known)) problems.push("name at least one field to change");
  if (!parsed.success || problems.length > 0) throw new ServiceError("input_invalid", { text: problems.join("; ") });
  exchange.input = parsed.data;
}

/** Renames fields from row names to input names. A field sent under several names must have the same value in each. */
function byOwnNames(given: Readonly<Record<string, unknown>>, { rowNames = {} }: Operation) {
  const rows = Object.entries(rowNames).filter(([row]) => Object.hasOwn(given, row));
  if (rows.length === 0) return { fields: given, repeated: [] };
  const fields: Record<string, unknown> = { ...given };
  const repeated: { readonly row: string; readonly own: string }[] = [];
  for (const [row, own] of rows) {
    const { [row]: value } = fields;
    delete fields[row];
    if (!Object.hasOwn(fields, own)) fields[own] = value;
    else if (JSON.stringify(fields[own]) !== JSON.stringify(value)) repeated.push({ row, own });
  }
  return { fields, repeated };
}

/** Removes the hint of the key in the path from `key`: a row that a client sends back has it. Another key's hint stays, and is refused. */
function withoutHints(fields: Readonly<Record<string, unknown>>, { key: inPath }: Readonly<Record<string, string>>) {
  const { key, ...others } = fields;
  return isHintOf(key, inPath) ? others : fields;
}

/** Sorts fields in the wrong place: unknown ones follow the operation's rule. */
function misplacedFields(misplaced: readonly MisplacedField[], operation: Operation) {
  const names = Object.keys(operation.input.shape);
  const isIgnored = ({ name, isKnown }: MisplacedField, index: number) => {
    const rule = unknownFieldRule(operation, name);
    if (isKnown || rule === "refuse" || index >= maxNamed) return false;
    return rule === "ignore" || nearestName(name, names) === undefined;
  };
  const ignored = misplaced.filter(isIgnored);
  return { ignored, refused: misplaced.filter((field) => !ignored.includes(field)) };
}

function all<T>(problems: readonly T[]): Problems<T> {
  return { first: problems, count: problems.length };
}

/** Returns path parameters that were also sent as fields with a different value. */
function contradicted(parameters: Readonly<Record<string, string>>, fields: Readonly<Record<string, unknown>>) {
  return Object.keys(parameters).filter(
    (name) => Object.hasOwn(fields, name) && String(fields[name]) !== parameters[name],
  );
}

/** True if an update contains no fields, which is a client error. */
function isEmptyChange({ method, takes }: Operation, fields: Readonly<Record<string, unknown>>): boolean {
  return method === "PATCH" && takes === undefined && Object.keys(fields).length === 0;
}
