import type { BrowsedHost } from "./a-browsed-host.ts";

/** What a client of tus sends by hand. */
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
    begin: (said: Readonly<Record<string, string>>, length: number | string, headers = {}) =>
      send("POST", "/svc/api/files/uploads", {
        "Upload-Length": String(length),
        "Upload-Metadata": metadata(said),
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

export function metadata(said: Readonly<Record<string, string>>): string {
  return Object.entries(said)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",");
}
