import type { LogSearch } from "../features/logs/search/log-filter.ts";

/** What follows the `?` of an address, as a user may have typed it. A page sees only the values that it knows. */
type Given = Readonly<Record<string, unknown>>;

type Texts<Name extends string> = { readonly [N in Name]?: string };

export const keySearch = known((given): Texts<"q" | "only" | "sort" | "columns"> & { readonly create?: true } => ({
  ...texts(given, "q", "only", "sort", "columns"),
  ...(given.create === true && { create: true }),
}));

export const fileSearch = known((given) => texts(given, "q", "only", "sort", "columns"));

export const clientSearch = known((given) => texts(given, "q", "file", "client", "sort", "columns"));

export const folderSearch = known((given) => texts(given, "q", "sort"));

export const trashSearch = known((given) => texts(given, "columns", "ask"));

/** What is asked about a part of the server, such as `restart-fmdapi`. */
export const settingsSearch = known((given) => texts(given, "ask", "range"));

/** Which range of figures a page shows, and how. */
export const usageSearch = known(figures);

/** The open part of a file's page and its table's columns, a change of its state that is asked about, and a file operation that is. */
export const filePageSearch = known((given) => ({
  ...texts(given, "tab", "ask", "op", "columns"),
  ...figures(given),
}));

export const auditSearch = known((given) => texts(given, "actor", "object", "outcome", "request", "columns"));

export const logSearch = known(
  (given): LogSearch => ({
    ...count(given, "line"),
    ...texts(given, "q", "not"),
    ...(given.re === true && { re: true }),
    ...(given.cs === true && { cs: true }),
    ...((given.level === "warning" || given.level === "error") && { level: given.level }),
    ...moment(given, "from"),
    ...moment(given, "to"),
    ...(given.all === true && { all: true }),
    ...moment(given, "at"),
    ...count(given, "within"),
    ...((given.ask === "clear" || given.ask === "time") && { ask: given.ask }),
  }),
);

/** Which moment all logs are asked about. */
export const momentSearch = known((given) => moment(given, "at"));

export const processSearch = known((given) => ({
  ...texts(given, "q", "state", "columns"),
  ...moment(given, "from"),
  ...moment(given, "to"),
}));

/** Whether a webhook is being registered, and for which file. */
export const webhookSearch = known((given): Texts<"file"> & { readonly create?: true } => ({
  ...texts(given, "file"),
  ...(given.create === true && { create: true }),
}));

/** Which deliveries are shown. */
export const deliverySearch = known((given) => ({
  ...texts(given, "source", "state", "q", "columns"),
  ...moment(given, "from"),
  ...moment(given, "to"),
}));

/** Whether something is being made. */
export const creationSearch = known((given): { readonly create?: true } => ({
  ...(given.create === true && { create: true }),
}));

/** The open part of an MCP server's page. */
export const mcpServerSearch = known((given) => texts(given, "tab"));

/** The part of a deployment, or the recipe, that a new one begins as a copy of. */
export const newDeploymentSearch = known((given) => ({ ...count(given, "from"), ...count(given, "recipe") }));

export const runSearch = known((given) => texts(given, "phase"));

/** The router leaves whatever an address says in what a page gets, and lays over it what is known: the rest is taken out here. */
function known<Search extends object>(read: (given: Given) => Search): (given: Given) => Search {
  return (given) => {
    const nothing = Object.fromEntries(Object.keys(given).map((name) => [name, undefined]));
    return { ...nothing, ...read(given) };
  };
}

function figures(given: Given): Texts<"range" | "split"> & { readonly compare?: true } {
  return { ...texts(given, "range", "split"), ...(given.compare === true && { compare: true }) };
}

function count<Name extends string>(given: Given, name: Name): { readonly [N in Name]?: number } {
  const value = given[name];
  const isCount = typeof value === "number" && Number.isSafeInteger(value) && value > 0;
  return (isCount ? { [name]: value } : {}) as { readonly [N in Name]?: number };
}

/** A moment as the service takes it. What is none is none. */
function moment<Name extends string>(given: Given, name: Name): Texts<Name> {
  const value = new Date(String(given[name]));
  const isMoment = given[name] !== undefined && !Number.isNaN(value.getTime());
  return (isMoment ? { [name]: value.toISOString() } : {}) as Texts<Name>;
}

/** Texts as they were typed: what looks like a number, or like yes or no, was one all the same. */
function texts<Name extends string>(given: Given, ...names: readonly Name[]): Texts<Name> {
  const shown = names.flatMap((name) => {
    const value = given[name];
    return value !== "" && ["number", "string", "boolean"].includes(typeof value) ? [[name, String(value)]] : [];
  });
  return Object.fromEntries(shown) as Texts<Name>;
}
