import type { ServerResponse } from "node:http";

const name = "Strict-Transport-Security";
/** Makes browsers use only https for this host for a year, as with CloudFront on AWS. */
const value = "max-age=31536000";

/** Adds Strict-Transport-Security to a response, wherever its head is written. Keeps a value from FileMaker Server. */
export function onlyByTls(answer: Pick<ServerResponse, "writeHead">): void {
  const writeHead = answer.writeHead.bind(answer) as (status: number, headers?: unknown) => unknown;
  const withName = (status: number, headers: readonly string[] | Readonly<Record<string, unknown>> = {}): unknown =>
    writeHead(status, isRaw(headers) ? added(headers) : { [name]: value, ...headers });
  Object.assign(answer, { writeHead: withName });
}

function added(headers: readonly string[]): readonly string[] {
  const isThere = headers.some((each, place) => place % 2 === 0 && each.toLowerCase() === name.toLowerCase());
  return isThere ? headers : [...headers, name, value];
}

function isRaw(headers: readonly string[] | Readonly<Record<string, unknown>>): headers is readonly string[] {
  return Array.isArray(headers);
}
