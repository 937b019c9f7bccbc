import { SaxesParser } from "saxes";
import { ServiceError } from "#shared/contract/errors.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";

type Opens = (folded: string) => boolean;

export interface FileList {
  readonly body: Buffer;
  readonly count: number;
}

/**
 * Returns OData's list of files with only those that the caller can see. Other files must not leak through something that we can't
 * read.
 * @throws ServiceError upstream_broken
 */
export function odataRootAnswer(body: Uint8Array, contentType: string, opens: Opens): FileList {
  const text = Buffer.from(body).toString("utf8");
  try {
    if (/[/+]json\b/i.test(contentType)) return ownRows(JSON.parse(text), opens);
    if (/[/+]xml\b/i.test(contentType)) return ownElements(text, opens);
  } catch (cause) {
    throw new ServiceError("upstream_broken", { cause, detail: "OData's list of files can't be read" });
  }
  throw new ServiceError("upstream_broken", { detail: "OData's list of files is neither JSON nor XML" });
}

function ownRows(document: Readonly<Record<string, unknown>> | null, opens: Opens): FileList {
  const rows = document?.value;
  if (!Array.isArray(rows)) throw new Error("There are no rows");
  const own = rows.filter((row) => opens(normalizedDatabaseName(String(row?.name))));
  const counts = Object.keys(document ?? {}).filter((name) => /^@(?:odata\.)?count$/.test(name));
  const filtered = { ...document, value: own, ...Object.fromEntries(counts.map((name) => [name, own.length])) };
  return { body: Buffer.from(JSON.stringify(filtered)), count: own.length };
}

/** Elements that name a file in a service document, a metadata document, or OData's JSON-like XML. */
const naming = new Set(["collection", "entitycontainer", "entityset", "singleton", "service-document", "schema"]);

interface OpenElement {
  readonly isNaming: boolean;
  readonly start: number;
  name: string | undefined;
  isTitle: boolean;
}

function ownElements(text: string, opens: Opens): FileList {
  const parser = new SaxesParser({ xmlns: false });
  const path: OpenElement[] = [];
  const foreign: { readonly start: number; readonly end: number }[] = [];
  let count = 0;
  const enclosing = () => path.findLast(({ isNaming }) => isNaming);

  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", () => {
    throw new Error("There is a document type");
  });
  parser.on("opentag", ({ name, attributes }) => {
    const local = localName(name);
    const start = text.lastIndexOf("<", parser.position - 1);
    path.push({ isNaming: naming.has(local), start, name: nameIn(attributes), isTitle: local === "title" });
  });
  parser.on("text", (content) => {
    const element = enclosing();
    if (path.at(-1)?.isTitle === true && element !== undefined) element.name ??= content.trim();
  });
  parser.on("closetag", () => {
    const element = path.pop();
    if (element?.isNaming !== true) return;
    if (opens(normalizedDatabaseName(lastWord(element.name ?? "")))) count += 1;
    else foreign.push({ start: element.start, end: parser.position });
  });
  parser.write(text).close();
  return { body: Buffer.from(without(text, foreign)), count };
}

function nameIn(attributes: Readonly<Record<string, string>>): string | undefined {
  const entry = ["name", "href", "url", "namespace"]
    .map((wanted) => Object.entries(attributes).find(([name]) => localName(name) === wanted))
    .find((found) => found !== undefined);
  return entry?.[1];
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1).toLowerCase();
}

/** Returns the file in an address or in a namespace such as `com.filemaker.odata.Contacts`. */
function lastWord(name: string): string {
  const segment = name.replace(/\/$/, "").split("/").at(-1) ?? "";
  return decodeURIComponent(segment.replace(/^com\.filemaker\.odata\./, ""));
}

/** Removes ranges of text. Elements nested in a removed one are removed with it. */
function without(text: string, ranges: readonly { readonly start: number; readonly end: number }[]): string {
  let kept = "";
  let from = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue;
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
}
