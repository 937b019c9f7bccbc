import type { ServerResponse } from "node:http";

const name = "Strict-Transport-Security";
/** Browsers that came once ask this host by https alone, for a year: as CloudFront says on AWS. */
const value = "max-age=31536000";

/** Has an answer say that its host is asked by https alone, wherever its head is written. What FileMaker Server says of it stays. */
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
