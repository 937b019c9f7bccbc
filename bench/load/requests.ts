import type { Contestant } from "../peers/contestant.ts";

/** A layout of the upstream's file; its answer's size is the layout's. */
export type Layout = `K${number}` | `M${number}` | "Slow";

/** Reads the records of a layout, as a Data API client would; with another credential than the contestant's own where one is given. */
export function readRecords(to: Contestant<string>, layout: Layout, authorization = to.authorization): Buffer {
  return Buffer.from(head({ ...to, authorization }, `GET ${recordsPath(to, layout)}`, []));
}

/** Reads a hundred contacts, in a content coding. */
export function readContacts(to: Contestant<string>, coding: string): Buffer {
  const path = `${to.prefix}/fmi/data/vLatest/databases/X.fmp12/layouts/Contacts/records?_limit=100`;
  return Buffer.from(head(to, `GET ${path}`, [`Accept-Encoding: ${coding}`]));
}

/** Runs a script that takes so long. */
export function runScript(to: Contestant<string>, seconds: number): Buffer {
  const path = `${to.prefix}/fmi/data/vLatest/databases/X.fmp12/layouts/K1/script/Wait?script.param=${seconds}`;
  return Buffer.from(head(to, `GET ${path}`, []));
}

/** Reads the rows of a table, as an OData client would. The table's name says how much that is. */
export function readRows(to: Contestant<string>, table: `K${number}`): Buffer {
  return Buffer.from(head(to, `GET ${to.prefix}/fmi/odata/v4/X/${table}?$top=100`, []));
}

/** Lists the hosted files, as a client of the Admin API would. */
export function readHostedFiles(to: Contestant<string>): Buffer {
  const { adminAuthorization: authorization = to.authorization } = to;
  return Buffer.from(head({ ...to, authorization }, `GET ${to.prefix}/fmi/admin/api/v2/databases`, []));
}

/** The head of an upload into a container; so many bytes are to follow. */
export function uploadHead(to: Contestant<string>, sizeBytes: number): Buffer {
  const headers = ["Content-Type: application/octet-stream", `Content-Length: ${sizeBytes}`];
  return Buffer.from(head(to, `POST ${recordsPath(to, "K1")}/1/containers/File/1`, headers));
}

function recordsPath(to: Contestant<string>, layout: Layout): string {
  return `${to.prefix}/fmi/data/vLatest/databases/X.fmp12/layouts/${layout}/records`;
}

function head(to: Contestant<string>, requestLine: string, headers: readonly string[]): string {
  const lines = [
    `${requestLine} HTTP/1.1`,
    `Host: 127.0.0.1:${to.port}`,
    `Authorization: ${to.authorization}`,
    "Accept: application/json",
    "User-Agent: bench",
    ...headers,
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}
