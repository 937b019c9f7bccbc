import type { ServiceOf } from "#shared/contract/operation.ts";
import { ownHeaderList } from "#shared/http/own-headers.ts";
import type { system } from "./contract.ts";

/** Sends browsers to files on FileMaker Server by the address that FileMaker's own programs open. */
export function openInFileMaker(host: string): ServiceOf<typeof system>["openInFileMaker"] {
  return async ({ file, script }, { http }) => {
    const location = fileMakerUrl(host, file, script, new URL(http.target, "http://query").searchParams);
    http.answer.writeHead(302, [...ownHeaderList, "Location", location, "Content-Length", "0"]);
    http.answer.end();
  };
}

/** `fmp://host/file?script=name&$variable=value`: what stands in it is encoded once, a blank as `%20`. */
export function fileMakerUrl(
  host: string,
  file: string,
  script: string,
  variables: Iterable<readonly [name: string, value: string]>,
): string {
  const given = [...variables].map(([name, value]) => `&$${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `fmp://${host}/${encodeURIComponent(file)}?script=${encodeURIComponent(script)}${given.join("")}`;
}
