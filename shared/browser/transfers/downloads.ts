import type { HostRange } from "#shared/agent/api.ts";
import type { BrowserEntry } from "#shared/agent/protocol/commands/browser-commands.ts";
import type { Delivery, DeliveryCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { attachment, fileHeaders, isUnchanged, rangeIn } from "#shared/contract/file-answer.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { browser, linkedFiles } from "../contract.ts";
import type { Links } from "../links.ts";
import { locationOf } from "../location-of.ts";
import { type HostLocation, maySend, pathOf } from "../rules.ts";
import type { HostBytes } from "./host-bytes.ts";

interface DownloadDependencies {
  readonly bytes: HostBytes;
  readonly stat: (location: HostLocation) => Promise<BrowserEntry>;
  readonly links: Links;
}

type Downloads = Pick<
  ServiceOf<typeof browser & typeof linkedFiles>,
  "downloadHostFile" | "describeHostFile" | "downloadLinkedFile" | "describeLinkedFile"
>;
type Header = DeliveryCall["header"];

/** Sends files of the host, and folders as zips, to callers and to holders of a link. */
export function downloads({ links, ...host }: DownloadDependencies): Downloads {
  const deliver = fileDelivery(host);
  return {
    downloadHostFile: (where, { header }) => deliver(locationOf(where), header, true),
    describeHostFile: (where, { header }) => deliver(locationOf(where), header, false),
    downloadLinkedFile: async ({ token }, { header }) => deliver(await links.open(token), header, true),
    describeLinkedFile: async ({ token }, { header }) => deliver(await links.open(token), header, false),
  };
}

/** Sends a file of the host, or a folder as a zip. If the bytes aren't wanted, sends only headers. */
export type FileDelivery = (location: HostLocation, header: Header, isWanted: boolean) => Promise<Delivery>;

export function fileDelivery({ bytes, stat }: Omit<DownloadDependencies, "links">): FileDelivery {
  const found = async (location: HostLocation): Promise<BrowserEntry> => {
    const entry = await stat(location);
    if (!maySend(location, entry.kind)) throw new ServiceError("host_file_not_sent", { text: pathOf(location) });
    return entry;
  };

  const zip = async (location: HostLocation, isWanted: boolean): Promise<Delivery> => {
    const name = `${location.path.slice(location.path.lastIndexOf("/") + 1) || location.root}.zip`;
    const headers = { ...attachment(name), "Content-Type": "application/zip" };
    if (!isWanted) return { status: 200, headers };
    const { sizeBytes, body } = await bytes.zip(location, name);
    if ("address" in body) return { status: 302, headers: { Location: body.address } };
    return { status: 200, headers: { ...headers, "Content-Length": String(sizeBytes) }, body: body.bytes };
  };

  return async (location, header, isWanted) => {
    const { kind, sizeBytes, modifiedAt, tag } = await found(location);
    if (kind === "folder") return zip(location, isWanted);
    const name = location.path.slice(location.path.lastIndexOf("/") + 1);
    const etag = `"${tag}"`;
    const headers = fileHeaders({ name, etag, sizeBytes, modifiedAt });
    if (isUnchanged(header("if-none-match"), etag)) return { status: 304, headers };
    const ifMatch = header("if-match");
    if (ifMatch !== undefined && !isUnchanged(ifMatch, etag)) throw new ServiceError("host_file_changed");
    const ifRange = header("if-range");
    const range = ifRange === undefined || ifRange === etag ? rangeIn(header("range"), sizeBytes) : undefined;
    if (range === "unsatisfiable") throw new ServiceError("range_unsatisfiable", { response: { sizeBytes } });
    const { start, end } = range ?? { start: 0, end: sizeBytes };
    const length = end - start;
    const answer = {
      status: range === undefined ? 200 : 206,
      headers: {
        ...headers,
        "Content-Length": String(length),
        ...(range !== undefined && { "Content-Range": `bytes ${start}-${end - 1}/${sizeBytes}` }),
      },
    };
    if (!isWanted || length === 0) return answer;
    // A redirected client requests its range at the address.
    const wanted: Required<HostRange> = { ...location, start, length };
    const body = await bytes.file(bytes.areStored ? { ...wanted, start: 0, length: sizeBytes } : wanted, tag, name);
    if ("address" in body) return { status: 302, headers: { Location: body.address } };
    return { ...answer, body: body.bytes };
  };
}
