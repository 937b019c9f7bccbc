import * as z from "zod";
import { type Caller, type HttpQuestion, unknownName } from "./http-question.ts";
import { kept } from "./kept.ts";

const base = "/fmi/data/vLatest";
const file = `${base}/databases/<file>`;
const layout = `${file}/layouts/<layout>`;
const missing = `${base}/databases/${unknownName}`;

type Extra = Omit<Partial<HttpQuestion>, "step" | "api" | "method" | "path" | "as">;

function ask(step: string, as: Caller, call: string, extra: Extra = {}): HttpQuestion {
  const [method = "GET", path = ""] = call.split(" ");
  const json = extra.body === undefined ? {} : { headers: { "Content-Type": "application/json" } };
  return { step: `data.${step}`, api: "data", method, path, as, ...json, ...extra };
}

const Token = z.object({ response: z.object({ token: z.string() }) });
const Fields = z.object({ response: z.object({ fieldMetaData: z.array(z.object({ name: z.string() })).min(1) }) });
const Records = z.object({ response: z.object({ data: z.array(z.object({ recordId: z.coerce.string() })).min(1) }) });
const Scripts = z.object({ response: z.object({ scripts: z.array(z.object({ name: z.string() })).min(1) }) });

const sort = (name: string) => `_sort=${encodeURIComponent(`[{"fieldName":"${name}"}]`)}`;
const sorted = `_sort=%5B%7B%22fieldName%22%3A%22<field>%22%2C%22sortOrder%22%3A%22descend%22%7D%5D`;

/** Questions to the Data API that change nothing. Sessions that they open are ended by their last ones. */
export const dataApiQuestions: readonly HttpQuestion[] = [
  ask("product.v1", "nobody", "GET /fmi/data/v1/productInfo"),
  ask("product.v2", "nobody", "GET /fmi/data/v2/productInfo"),
  ask("product.latest", "nobody", `GET ${base}/productInfo`),
  ask("product.lower-case", "nobody", `GET ${base}/productinfo`),
  ask("product.head", "nobody", `HEAD ${base}/productInfo`),
  ask("product.put", "nobody", `PUT ${base}/productInfo`, { body: "{}" }),
  ask("version.unknown", "nobody", "GET /fmi/data/v99/productInfo"),
  ask("path.unknown", "nobody", `GET ${base}/nothing/here`),
  ask("databases.nobody", "nobody", `GET ${base}/databases`),
  ask("databases.wrong", "wrong", `GET ${base}/databases`),
  ask("databases.account", "account", `GET ${base}/databases`),
  ask("login.nobody", "nobody", `POST ${file}/sessions`, { body: "{}" }),
  ask("login.wrong", "wrong", `POST ${file}/sessions`, { body: "{}" }),
  ask("login.unknown-file", "account", `POST ${missing}/sessions`, { body: "{}" }),
  ask("login.text", "wrong", `POST ${file}/sessions`, { body: "{}", headers: { "Content-Type": "text/plain" } }),
  ask("login.malformed", "wrong", `POST ${file}/sessions`, { body: "{" }),
  ask("login.get", "wrong", `GET ${file}/sessions`),
  ask("login", "account", `POST ${file}/sessions`, {
    body: "{}",
    keep: kept(Token, ({ response }) => ({ token: response.token })),
  }),
  ask("session.unknown", "wrong-session", `GET ${file}/layouts`),
  ask("session.nobody", "nobody", `GET ${file}/layouts`),
  ask("session.basic", "account", `GET ${file}/layouts`),
  ask("session.other-file", "session", `GET ${missing}/layouts`),
  ask("session.validate", "session", `GET ${base}/validateSession`),
  ask("session.validate-unknown", "wrong-session", `GET ${base}/validateSession`),
  ask("layouts", "session", `GET ${file}/layouts`),
  ask("layouts.extension", "session", `GET ${file}.fmp12/layouts`),
  ask("layouts.slash", "session", `GET ${file}/layouts/`),
  ask("layouts.v1", "session", "GET /fmi/data/v1/databases/<file>/layouts"),
  ask("layout", "session", `GET ${layout}`, {
    keep: kept(Fields, ({ response }) => ({ field: response.fieldMetaData[0]?.name ?? "" })),
  }),
  ask("layout.unknown", "session", `GET ${file}/layouts/${unknownName}`),
  ask("layout.old", "session", `GET ${layout}/metadata`),
  ask("scripts", "session", `GET ${file}/scripts`, {
    keep: kept(Scripts, ({ response }) => ({ script: response.scripts[0]?.name ?? "" })),
  }),
  ask("records", "session", `GET ${layout}/records?_limit=1`, {
    keep: kept(Records, ({ response }) => ({ record: response.data[0]?.recordId ?? "" })),
  }),
  ask("records.slash", "session", `GET ${layout}/records/?_limit=1`),
  ask("records.head", "session", `HEAD ${layout}/records?_limit=1`),
  ask("records.compressed", "session", `GET ${layout}/records?_limit=1`, { headers: { "Accept-Encoding": "gzip" } }),
  ask("records.offset", "session", `GET ${layout}/records?_limit=1&_offset=1`),
  ask("records.offset-zero", "session", `GET ${layout}/records?_limit=1&_offset=0`),
  ask("records.offset-end", "session", `GET ${layout}/records?_limit=1&_offset=999999999`),
  ask("records.limit-zero", "session", `GET ${layout}/records?_limit=0`),
  ask("records.limit-negative", "session", `GET ${layout}/records?_limit=-1`),
  ask("records.limit-word", "session", `GET ${layout}/records?_limit=many`),
  ask("records.sort", "session", `GET ${layout}/records?_limit=1&${sorted}`),
  ask("records.sort-unknown", "session", `GET ${layout}/records?_limit=1&${sort(unknownName)}`),
  ask("records.sort-malformed", "session", `GET ${layout}/records?_limit=1&_sort=%5B`),
  ask("records.portal-unknown", "session", `GET ${layout}/records?_limit=1&portal=%5B%22${unknownName}%22%5D`),
  ask("records.response-unknown", "session", `GET ${layout}/records?_limit=1&layout.response=${unknownName}`),
  ask("records.response-empty", "session", `GET ${layout}/records?_limit=1&layout.response=`),
  ask("records.dates", "session", `GET ${layout}/records?_limit=1&dateformats=2`),
  ask("records.dates-unknown", "session", `GET ${layout}/records?_limit=1&dateformats=9`),
  ask("records.script-unknown", "session", `GET ${layout}/records?_limit=1&script=${unknownName}`),
  ask("records.unknown-parameter", "session", `GET ${layout}/records?_limit=1&_nothing=1`),
  ask("records.unknown-layout", "session", `GET ${file}/layouts/${unknownName}/records?_limit=1`),
  ask("record", "session", `GET ${layout}/records/<record>`),
  ask("record.unknown", "session", `GET ${layout}/records/999999999`),
  ask("record.word", "session", `GET ${layout}/records/word`),
  ask("record.put", "session", `PUT ${layout}/records/999999999`, { body: "{}" }),
  ask("record.delete-unknown", "session", `DELETE ${layout}/records/999999999`),
  ask("record.edit-unknown", "session", `PATCH ${layout}/records/999999999`, { body: '{"fieldData":{}}' }),
  ask("record.copy-unknown", "session", `POST ${layout}/records/999999999`, { body: "{}" }),
  ask("container.unknown", "session", `POST ${layout}/records/999999999/containers/${unknownName}/1`, { body: "{}" }),
  ask("script.unknown", "session", `GET ${layout}/script/${unknownName}`),
  ask("find.any", "session", `POST ${layout}/_find`, { body: '{"query":[{"<field>":"*"}],"limit":"1"}' }),
  ask("find.none", "session", `POST ${layout}/_find`, { body: `{"query":[{"<field>":"==${unknownName}"}]}` }),
  ask("find.empty", "session", `POST ${layout}/_find`, { body: '{"query":[{}]}' }),
  ask("find.no-query", "session", `POST ${layout}/_find`, { body: "{}" }),
  ask("find.no-body", "session", `POST ${layout}/_find`),
  ask("find.unknown-field", "session", `POST ${layout}/_find`, { body: `{"query":[{"${unknownName}":"1"}]}` }),
  ask("find.omit", "session", `POST ${layout}/_find`, {
    body: '{"query":[{"<field>":"*"},{"<field>":"*","omit":"true"}],"limit":"1"}',
  }),
  ask("find.number-criterion", "session", `POST ${layout}/_find`, { body: '{"query":[{"<field>":987654321}]}' }),
  ask("find.malformed", "session", `POST ${layout}/_find`, { body: "{" }),
  ask("find.text", "session", `POST ${layout}/_find`, { body: "{}", headers: { "Content-Type": "text/plain" } }),
  ask("find.get", "session", `GET ${layout}/_find`),
  ask("globals.unqualified", "session", `PATCH ${file}/globals`, { body: '{"globalFields":{"unqualified":"x"}}' }),
  ask("globals.empty", "session", `PATCH ${file}/globals`, { body: '{"globalFields":{}}' }),
  ask("logout.unknown", "nobody", `DELETE ${file}/sessions/00000000000000000000000000000000000000000000000000`),
  ask("logout", "nobody", `DELETE ${file}/sessions/<token>`),
  ask("logout.again", "nobody", `DELETE ${file}/sessions/<token>`),
  ask("session.ended", "session", `GET ${file}/layouts`),
];

/** Questions that change records, for a copy that was made for them. */
export const dataApiWrites: readonly HttpQuestion[] = [
  ask("write.login", "account", `POST ${file}/sessions`, {
    body: '{"fmDataSource":[]}',
    keep: kept(Token, ({ response }) => ({ token: response.token })),
  }),
  ask("write.create", "session", `POST ${layout}/records`, {
    body: '{"fieldData":{}}',
    keep: kept(z.object({ response: z.object({ recordId: z.coerce.string() }) }), ({ response }) => ({
      "made-record": response.recordId,
    })),
  }),
  ask("write.read", "session", `GET ${layout}/records/<made-record>`),
  ask("write.edit-empty", "session", `PATCH ${layout}/records/<made-record>`, { body: '{"fieldData":{}}' }),
  ask("write.edit-stale", "session", `PATCH ${layout}/records/<made-record>`, {
    body: '{"fieldData":{},"modId":"999999"}',
  }),
  ask("write.edit-unknown-field", "session", `PATCH ${layout}/records/<made-record>`, {
    body: `{"fieldData":{"${unknownName}":"x"}}`,
  }),
  ask("write.copy", "session", `POST ${layout}/records/<made-record>`, { body: "{}" }),
  ask("write.delete", "session", `DELETE ${layout}/records/<made-record>`),
  ask("write.delete-again", "session", `DELETE ${layout}/records/<made-record>`),
  ask("write.script", "session", `GET ${layout}/script/${unknownName}?script.param=x`),
  ask("write.logout", "nobody", `DELETE ${file}/sessions/<token>`),
];
