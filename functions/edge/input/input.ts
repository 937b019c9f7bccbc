import { ServiceError } from "#shared/contract/errors.ts";
import { knowsItsFields, type Operation } from "#shared/contract/operation.ts";
import type { Exchange } from "../exchange.ts";
import type { StepRequest } from "../in-order.ts";
import { parametersOf } from "../routes/routes.ts";
import { givenFields } from "./given-fields.ts";
import { knownFields, type Problems } from "./known-fields.ts";
import { listed, ofIssue, ofMisplaced, ofNote, ofParameter, ofRowName, ofUnknown } from "./sentences.ts";

/** Reads the operation's input: path parameters, and query, JSON body or form. Relays read their calls themselves. */
export function readInput() {
  return {
    before: ({ event: exchange }: Pick<StepRequest, "event">): Promise<void> | undefined =>
      exchange.isRelay ? undefined : read(exchange),
  };
}

/** Reads and checks the input. @throws ServiceError naming each invalid field, and each unknown field if the operation changes something */
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
    const { open = [] } = operation;
    const sorted = knownFields(operation.input, fields, (name) => open === true || open.includes(name));
    known = sorted.known;
    exchange.notes = listed(sorted.ignored, ofNote);
    problems.push(...listed(sorted.refused, ofUnknown), ...listed(all(given.misplaced), ofMisplaced));
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
