import type { Contestant } from "../peers/contestant.ts";

/** Layout of the upstream's file, whose name determines the size of its answer. */
export type Layout = `K${number}` | `M${number}` | "Slow";

/** Returns a request for a layout's records, like a Data API client's. Default credential: the contestant's. */
export function readRecords(to: Contestant<string>, layout: Layout, authorization = to.authorization): Buffer {
  return Buffer.from(head({ ...to, authorization }, `GET ${recordsPath(to, layout)}`, []));
}

/** Returns a request for a hundred contacts, with a content coding. */
export function readContacts(to: Contestant<string>, coding: string): Buffer {
  const path = `${to.prefix}/fmi/data/vLatest/databases/X.fmp12/layouts/Contacts/records?_limit=100`;
  return Buffer.from(head(to, `GET ${path}`, [`Accept-Encoding: ${coding}`]));
}

/** Returns a request that runs a script for a number of seconds. */
export function runScript(to: Contestant<string>, seconds: number): Buffer {
  const path = `${to.prefix}/fmi/data/vLatest/databases/X.fmp12/layouts/K1/script/Wait?script.param=${seconds}`;
  return Buffer.from(head(to, `GET ${path}`, []));
}

/** Returns a request for a table's rows, like an OData client's. The table's name determines the size. */
export function readRows(to: Contestant<string>, table: `K${number}`): Buffer {
  return Buffer.from(head(to, `GET ${to.prefix}/fmi/odata/v4/X/${table}?$top=100`, []));
}

/** Returns a request for the hosted files, like an Admin API client's. */
export function readHostedFiles(to: Contestant<string>): Buffer {
  const { adminAuthorization: authorization = to.authorization } = to;
  return Buffer.from(head({ ...to, authorization }, `GET ${to.prefix}/fmi/admin/api/v2/databases`, []));
}

/** Returns the head of an upload to a container; `sizeBytes` bytes have to follow. */
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
