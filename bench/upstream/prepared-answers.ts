import { STATUS_CODES } from "node:http";

/** Returns a complete JSON answer. */
export function jsonAnswer(status: number, body: object, headers: readonly string[] = []): Buffer {
  return wholeAnswer(status, Buffer.from(JSON.stringify(body)), headers);
}

/** Returns a Data API answer of a given size: as many records as fit, with the last field padded. */
export function recordsAnswer(sizeBytes: number): Buffer {
  const records = [record(1, "")];
  while (recordsEnvelope(records).length + RECORD_BYTES < sizeBytes) records.push(record(records.length + 1, ""));
  const missing = sizeBytes - recordsEnvelope(records).length;
  records[records.length - 1] = record(records.length, "x".repeat(Math.max(0, missing)));
  return wholeAnswer(200, recordsEnvelope(records), []);
}

/** Returns an OData collection of about a given size, with the last column padded. */
export function rowsAnswer(origin: string, sizeBytes: number): Buffer {
  const base = `${origin}/fmi/odata/v4/X`;
  const row = (id: number, remark: string) => ({
    "@id": `${base}/Contacts('C${id}')`,
    "@editLink": `${base}/Contacts('C${id}')`,
    id: `C${id}`,
    name: "Ferdinand & Söhne GmbH",
    city: "Hamburg",
    balance: 1200.5,
    remark,
  });
  const collection = (rows: readonly object[]) => ({ "@context": `${base}/$metadata#Contacts`, value: rows });
  const sizeOf = (rows: readonly object[]) => Buffer.byteLength(JSON.stringify(collection(rows)));
  const rows = [row(1, "")];
  const perRow = sizeOf([row(1, ""), row(1, "")]) - sizeOf(rows);
  while (sizeOf(rows) + perRow < sizeBytes) rows.push(row(rows.length + 1, ""));
  rows[rows.length - 1] = row(rows.length, "x".repeat(Math.max(0, sizeBytes - sizeOf(rows))));
  return jsonAnswer(200, collection(rows));
}

/** Returns the head of an answer whose bytes follow, with a container's content type. */
export function streamHead(sizeBytes: number): Buffer {
  return head(200, sizeBytes, "application/octet-stream", []);
}

function record(id: number, remark: string): object {
  return {
    fieldData: {
      id: `C${String(id).padStart(6, "0")}`,
      name: "Ferdinand & Söhne GmbH",
      street: "Lindenstraße 12",
      city: "Hamburg",
      balance: 1200.5,
      modified: "11/21/2026 10:15:00",
      remark,
    },
    portalData: {},
    recordId: String(id),
    modId: "3",
  };
}

/** Returns records in the Data API's envelope. */
export function recordsEnvelope(records: readonly object[]): Buffer {
  const dataInfo = {
    database: "X",
    layout: "L",
    table: "L",
    totalRecordCount: 5000,
    foundCount: 5000,
    returnedCount: records.length,
  };
  return Buffer.from(
    JSON.stringify({ response: { dataInfo, data: records }, messages: [{ code: "0", message: "OK" }] }),
  );
}

/** Returns a JSON answer from the bytes of its body. */
export function wholeAnswer(status: number, body: Buffer, headers: readonly string[]): Buffer {
  return Buffer.concat([head(status, body.length, "application/json; charset=utf-8", headers), body]);
}

function head(status: number, sizeBytes: number, type: string, headers: readonly string[]): Buffer {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    "Server: FileMaker/22.0.1.68",
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-cache, no-store, must-revalidate",
    `Content-Type: ${type}`,
    `Content-Length: ${sizeBytes}`,
    ...headers,
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`);
}

const RECORD_BYTES = Buffer.byteLength(JSON.stringify(record(1, ""))) + 1;
