import { type AllLogsSearch, levelChoices, logRanges } from "../features/logs/all/all-logs-search.ts";
import type { LogSearch } from "../features/logs/search/log-filter.ts";

/** Query of an address, possibly typed by the user. Pages only see values that they know. */
type Given = Readonly<Record<string, unknown>>;

type Texts<Name extends string> = { readonly [N in Name]?: string };

/** Search of the lists of keys. `label`, `files` and `odata` fill in the form for a new key, as a link from an AI client does. */
interface KeySearch extends Texts<"q" | "only" | "sort" | "columns" | "label"> {
  readonly create?: true;
  readonly files?: readonly string[];
  readonly odata?: true;
}

export const keySearch = known(
  (given): KeySearch => ({
    ...texts(given, "q", "only", "sort", "columns", "label"),
    ...(given.create === true && { create: true }),
    ...(given.odata === true && { odata: true }),
    ...(isTexts(given.files) && { files: given.files }),
  }),
);

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= 100 && value.every((one) => typeof one === "string");
}

export const fileSearch = known((given) => texts(given, "q", "only", "sort", "columns"));

export const clientSearch = known((given) => texts(given, "q", "file", "client", "sort", "columns"));

export const folderSearch = known((given) => texts(given, "q", "sort"));

export const trashSearch = known((given) => texts(given, "columns", "ask"));

/** Command for a part of the server that is being confirmed, such as `restart-fmdapi`. */
export const settingsSearch = known((given) => texts(given, "ask", "range"));

/** Range and split of the figures on a page. */
export const usageSearch = known(figures);

/** Open tab of a file's page, columns of its table, and the state change or file operation that is being confirmed. */
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

/** Time range, level and text of a search over all logs. */
export const allLogsSearch = known(
  (given): AllLogsSearch => ({
    ...oneOf(given, "range", logRanges),
    ...oneOf(given, "level", levelChoices),
    ...texts(given, "q"),
  }),
);

/** Time for which entries of all logs are shown. */
export const momentSearch = known((given) => moment(given, "at"));

export const processSearch = known((given) => ({
  ...texts(given, "q", "state", "columns"),
  ...moment(given, "from"),
  ...moment(given, "to"),
}));

/** Open registration form of a webhook, and its file. */
export const webhookSearch = known((given): Texts<"file"> & { readonly create?: true } => ({
  ...texts(given, "file"),
  ...(given.create === true && { create: true }),
}));

/** Filter of the deliveries. */
export const deliverySearch = known((given) => ({
  ...texts(given, "source", "state", "q", "columns"),
  ...moment(given, "from"),
  ...moment(given, "to"),
}));

/** Open form for a new object. */
export const creationSearch = known((given): { readonly create?: true } => ({
  ...(given.create === true && { create: true }),
}));

/** Open tab of an MCP server's page. */
export const mcpServerSearch = known((given) => texts(given, "tab"));

/** Deployment part or recipe that a new deployment is copied from. */
export const newDeploymentSearch = known((given) => ({ ...count(given, "from"), ...count(given, "recipe") }));

export const runSearch = known((given) => texts(given, "phase"));

/**
 * Returns a reader that removes unknown values: the router passes everything in an address to the page and only overlays the known values.
 */
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

/** Returns a time in the service's format, or nothing if it is invalid. */
function moment<Name extends string>(given: Given, name: Name): Texts<Name> {
  const value = new Date(String(given[name]));
  const isMoment = given[name] !== undefined && !Number.isNaN(value.getTime());
  return (isMoment ? { [name]: value.toISOString() } : {}) as Texts<Name>;
}

/** Returns a known value, or nothing. */
function oneOf<Name extends string, Value extends string>(
  given: Given,
  name: Name,
  values: readonly Value[],
): { readonly [N in Name]?: Value } {
  const value = values.find((each) => each === given[name]);
  return (value === undefined ? {} : { [name]: value }) as { readonly [N in Name]?: Value };
}

/** Returns texts as they were typed: the router parses values that look like a number or boolean. */
function texts<Name extends string>(given: Given, ...names: readonly Name[]): Texts<Name> {
  const shown = names.flatMap((name) => {
    const value = given[name];
    return value !== "" && ["number", "string", "boolean"].includes(typeof value) ? [[name, String(value)]] : [];
  });
  return Object.fromEntries(shown) as Texts<Name>;
}
