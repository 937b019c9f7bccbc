import type { ServiceOf } from "#shared/contract/operation.ts";
import { ownHeaderList } from "#shared/http/own-headers.ts";
import type { system } from "./contract.ts";

/** Redirects browsers to files on FileMaker Server with the URL scheme of FileMaker's own apps. */
export function openInFileMaker(host: string): ServiceOf<typeof system>["openInFileMaker"] {
  return async ({ file, script }, { http }) => {
    const location = fileMakerUrl(host, file, script, new URL(http.target, "http://query").searchParams);
    http.answer.writeHead(302, [...ownHeaderList, "Location", location, "Content-Length", "0"]);
    http.answer.end();
  };
}

/** Returns `fmp://host/file?script=name&$variable=value`. All parts are encoded once, spaces as `%20`. */
export function fileMakerUrl(
  host: string,
  file: string,
  script: string,
  variables: Iterable<readonly [name: string, value: string]>,
): string {
  const given = [...variables].map(([name, value]) => `&$${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `fmp://${host}/${encodeURIComponent(file)}?script=${encodeURIComponent(script)}${given.join("")}`;
}
