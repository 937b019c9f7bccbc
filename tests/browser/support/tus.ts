import type { BrowsedHost } from "./a-browsed-host.ts";

/** Returns the calls of a tus client, made by hand. */
export function tusOf({ service, key }: Pick<BrowsedHost, "service" | "key">) {
  const send = (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body: string | Uint8Array = "",
  ) =>
    service.raw(method, path, {
      key,
      headers: { "Tus-Resumable": "1.0.0", ...headers },
      ...(body.length > 0 && { body }),
    });
  return {
    send,
    begin: (reported: Readonly<Record<string, string>>, length: number | string, headers = {}) =>
      send("POST", "/svc/api/files/uploads", {
        "Upload-Length": String(length),
        "Upload-Metadata": metadata(reported),
        ...headers,
      }),
    bring: (location: string, offset: number, body: string | Uint8Array, headers = {}) =>
      send(
        "PATCH",
        location,
        { "Content-Type": "application/offset+octet-stream", "Upload-Offset": String(offset), ...headers },
        body,
      ),
  };
}

export function metadata(reported: Readonly<Record<string, string>>): string {
  return Object.entries(reported)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",");
}
