import { requestOf } from "./client.ts";
import { serviceOrigin } from "./configuration.ts";
import type { Address, InputOf } from "./operations.ts";

/** A call that a page has made, ready for a terminal. The credential is a variable there. */
export function asCurl<A extends Address>(address: A, input: InputOf<A>): string {
  const { method, url, body } = requestOf(address, input as Readonly<Record<string, unknown>>);
  return [
    `curl ${quoted(serviceOrigin() + url)}`,
    ...(method === "GET" ? [] : [`-X ${method}`]),
    `-H "Authorization: Bearer $LATCHKEY_ADMIN_KEY"`,
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
  ].join(" \\\n  ");
}

/** As one word of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
