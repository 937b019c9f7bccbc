import * as z from "zod";
import { type Caller, type HttpQuestion, unknownName } from "./http-question.ts";

const root = "/fmi/odata/v4";
export const file = `${root}/<file>`;
export const table = `${file}/<table>`;

type Extra = Omit<Partial<HttpQuestion>, "step" | "api" | "method" | "path" | "as">;

/** Returns a question to OData. */
export function ask(step: string, call: string, extra: Extra = {}, as: Caller = "account"): HttpQuestion {
  const [method = "GET", path = ""] = call.split(" ");
  const json = extra.body === undefined ? {} : { headers: { "Content-Type": "application/json" } };
  return { step: `odata.${step}`, api: "odata", method, path, as, ...json, ...extra };
}

const get = (step: string, path: string, headers?: Readonly<Record<string, string>>) =>
  ask(step, `GET ${path}`, headers && { headers });

const Names = z.object({ value: z.array(z.object({ name: z.string() })).min(1) });
const Rows = z.object({ value: z.array(z.record(z.string(), z.unknown())).min(1) });
const isColumn = (name: string) => !name.includes("@") && /^[A-Za-z][A-Za-z0-9_]*$/.test(name);

/** Returns the key of a row from its address, such as `Contacts(17)`. Keys of other tables are in quotes. */
export function keyIn(row: Readonly<Record<string, unknown>>): string | undefined {
  const [, key] = /\(([^()]+)\)$/.exec(String(row["@id"] ?? row["@odata.id"] ?? "")) ?? [];
  return key === undefined ? undefined : decodeURIComponent(key);
}

const batch = [
  "--b",
  "Content-Type: application/http",
  "Content-Transfer-Encoding: binary",
  "",
  "GET <table>?$top=1 HTTP/1.1",
  "",
  "",
  "--b--",
  "",
].join("\r\n");

/** Questions to OData that change nothing. */
export const odataQuestions: readonly HttpQuestion[] = [
  ask("root.nobody", `GET ${root}`, {}, "nobody"),
  ask("root.wrong", `GET ${root}`, {}, "wrong"),
  ask("root.bearer", `GET ${root}`, {}, "wrong-session"),
  get("root", root),
  get("root.slash", `${root}/`),
  ask("file.nobody", `GET ${file}`, {}, "nobody"),
  ask("file.wrong", `GET ${file}`, {}, "wrong"),
  ask("file.wrong-xml", `GET ${file}`, { headers: { Accept: "application/xml" } }, "wrong"),
  ask("file", `GET ${file}`, {
    keep: (answer) => {
      const names = Names.safeParse(answer);
      const first = names.success ? names.data.value.find(({ name }) => isColumn(name)) : undefined;
      return first === undefined ? {} : { table: first.name };
    },
  }),
  get("file.extension", `${file}.fmp12`),
  get("file.unknown", `${root}/${unknownName}`),
  get("version.unknown", "/fmi/odata/v9"),
  get("metadata", `${file}/$metadata`),
  get("metadata.xml", `${file}/$metadata`, { Accept: "application/xml" }),
  get("metadata.json", `${file}/$metadata`, { Accept: "application/json" }),
  get("metadata.version", `${file}/$metadata`, { "OData-Version": "4.0" }),
  ask("rows", `GET ${table}?$top=1`, {
    keep: (answer) => {
      const rows = Rows.safeParse(answer);
      const row = rows.success ? rows.data.value[0] : undefined;
      const column = Object.keys(row ?? {}).find(isColumn);
      const key = row && keyIn(row);
      return { ...(column !== undefined && { column }), ...(key !== undefined && { key }) };
    },
  }),
  get("rows.version-4", `${table}?$top=1`, { "OData-Version": "4.0" }),
  get("rows.version-401", `${table}?$top=1`, { "OData-Version": "4.01" }),
  get("rows.no-metadata", `${table}?$top=1`, { Accept: "application/json;odata.metadata=none" }),
  get("rows.full-metadata", `${table}?$top=1`, { Accept: "application/json;odata.metadata=full" }),
  get("rows.decimals", `${table}?$top=1`, { Accept: "application/json;IEEE754Compatible=true" }),
  get("rows.page", `${table}?$top=3`, { Prefer: "odata.maxpagesize=1" }),
  get("rows.skip", `${table}?$top=1&$skip=1`),
  get("rows.skip-end", `${table}?$top=1&$skip=999999999`),
  get("rows.top-zero", `${table}?$top=0`),
  get("rows.top-word", `${table}?$top=many`),
  get("rows.unknown-option", `${table}?$top=1&$nothing=1`),
  get("rows.format", `${table}?$top=1&$format=json`),
  get("rows.no-question-mark", `${table}$top=1`),
  get("count.path", `${table}/$count`),
  get("count.top-zero", `${table}?$count=true&$top=0`),
  get("count.top-one", `${table}?$count=true&$top=1`),
  get("select", `${table}?$top=1&$select=<column>`),
  get("select.quoted", `${table}?$top=1&$select=%22<column>%22`),
  get("select.unknown", `${table}?$top=1&$select=NoSuchName`),
  get("select.reserved", `${table}?$top=1&$select=id`),
  get("select.tilde", `${table}?$top=1&$select=a~b`),
  get("select.underscore", `${table}?$top=1&$select=_NoSuchName`),
  get("order", `${table}?$top=1&$orderby=<column>%20desc`),
  get("order.unknown", `${table}?$top=1&$orderby=NoSuchName`),
  get("filter.text", `${table}?$top=1&$filter=<column>%20eq%20'${unknownName}'`),
  get("filter.number", `${table}?$top=1&$filter=<column>%20eq%20987654321`),
  get("filter.null", `${table}?$top=1&$filter=<column>%20eq%20null`),
  get("filter.in", `${table}?$top=1&$filter=<column>%20in%20('a','b')`),
  get("filter.or", `${table}?$top=1&$filter=(<column>%20eq%20'a'%20or%20<column>%20eq%20'b')`),
  get("filter.contains", `${table}?$top=1&$filter=contains(<column>,'${unknownName}')`),
  get("filter.colon", `${table}?$top=1&$filter=<column>%20eq%202001-01-01T00:00:00Z`),
  get("filter.encoded-colon", `${table}?$top=1&$filter=<column>%20eq%202001-01-01T00%3A00%3A00Z`),
  get("filter.quoted-date", `${table}?$top=1&$filter=<column>%20eq%20'2001-01-01'`),
  get("filter.unknown", `${table}?$top=1&$filter=NoSuchName%20eq%201`),
  get("filter.malformed", `${table}?$top=1&$filter=<column>%20eq`),
  get("search", `${table}?$top=1&$search=${unknownName}`),
  get("compute", `${table}?$top=1&$compute=1%20add%201%20as%20two`),
  get("expand.unknown", `${table}?$top=1&$expand=NoSuchName`),
  get("apply.count", `${table}?$apply=aggregate($count%20as%20n)`),
  get("apply.group", `${table}?$top=1&$apply=groupby((<column>))`),
  get("apply.unknown", `${table}?$apply=nothing(x)`),
  get("record", `${table}(<key>)`),
  get("record.unknown", `${table}(999999999)`),
  get("record.quoted", `${table}('${unknownName}')`),
  get("record.field", `${table}(<key>)/<column>`),
  get("record.value", `${table}(<key>)/<column>/$value`),
  get("record.field-unknown", `${table}(<key>)/NoSuchName`),
  get("record.reference", `${table}(<key>)/$ref`),
  get("table.unknown", `${file}/NoSuchName`),
  get("table.quoted", `${file}/%22<table>%22?$top=1`),
  get("table.blank", `${file}/No%20Such%20Name?$top=1`),
  get("table.blank-twice", `${file}/No%2520Such%2520Name?$top=1`),
  get("tables.system", `${file}/FileMaker_Tables`),
  get("fields.system", `${file}/FileMaker_BaseTableFields?$top=1`),
  get("indexes.system", `${file}/FileMaker_Indexes?$top=1`),
  get("crossjoin", `${file}/$crossjoin(<table>,<table>)?$top=1`),
  ask("script.unknown", `POST ${file}/Script.NoSuchName`, { body: "{}" }),
  ask("script.get", `GET ${file}/Script.NoSuchName`),
  ask("webhooks", `GET ${file}/Webhook.GetAll`),
  ask("webhook.unknown", `GET ${file}/Webhook.Get(999999)`),
  ask("function.unknown", `GET ${file}/Nothing.GetAll`),
  ask("batch", `POST ${file}/$batch`, { headers: { "Content-Type": "multipart/mixed; boundary=b" }, body: batch }),
  ask("batch.boundary", `POST ${file}/$batch`, { headers: { "Content-Type": "multipart/mixed" }, body: batch }),
  ask("batch.json", `POST ${file}/$batch`, { body: '{"requests":[]}' }),
  ask("head", `HEAD ${table}?$top=1`),
  ask("put", `PUT ${table}`, { body: "{}" }),
  ask("update.unknown", `PATCH ${table}(999999999)`, { body: "{}" }),
  ask("delete.unknown", `DELETE ${table}(999999999)`),
];
