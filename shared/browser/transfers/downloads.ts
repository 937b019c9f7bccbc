import type { BrowserEntry } from "#shared/agent/protocol/commands/browser-commands.ts";
import type { Delivery, DeliveryCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { attachment, fileHeaders, isUnchanged, rangeIn } from "#shared/contract/file-answer.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { browser, linkedFiles } from "../contract.ts";
import type { Links } from "../links.ts";
import { locationOf } from "../location-of.ts";
import { type HostLocation, maySend, pathOf } from "../rules.ts";
import type { HostBytes } from "./host-bytes.ts";

interface DeliveryDependencies {
  readonly bytes: HostBytes;
  readonly stat: (location: HostLocation) => Promise<BrowserEntry>;
  readonly clock: Pick<Clock, "now">;
  /** Maximum wait before a response, in milliseconds. */
  readonly answerMs: number;
}

interface DownloadDependencies extends DeliveryDependencies {
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

/**
 * Sends a file of the host, or a folder as a zip. If the bytes aren't wanted, sends only headers.
 * @throws ServiceError download_not_ready if the response can't begin by `answerBy`; the work continues with the next call
 */
export type FileDelivery = (
  location: HostLocation,
  header: Header,
  isWanted: boolean,
  answerBy?: number,
) => Promise<Delivery>;

export function fileDelivery({ bytes, stat, clock, answerMs }: DeliveryDependencies): FileDelivery {
  const found = async (location: HostLocation): Promise<BrowserEntry> => {
    const entry = await stat(location);
    if (!maySend(location, entry.kind)) throw new ServiceError("host_file_not_sent", { text: pathOf(location) });
    return entry;
  };

  const zip = async (location: HostLocation, isWanted: boolean, answerBy: number): Promise<Delivery> => {
    const name = `${location.path.slice(location.path.lastIndexOf("/") + 1) || location.root}.zip`;
    const headers = { ...attachment(name), "Content-Type": "application/zip" };
    if (!isWanted) return { status: 200, headers };
    const { sizeBytes, body } = await bytes.zip(location, name, answerBy);
    if ("address" in body) return { status: 302, headers: { Location: body.address } };
    const length = sizeBytes === undefined ? {} : { "Content-Length": String(sizeBytes) };
    return { status: 200, headers: { ...headers, ...length }, body: body.bytes };
  };

  return async (location, header, isWanted, answerBy = clock.now() + answerMs) => {
    const { kind, sizeBytes, modifiedAt, tag } = await found(location);
    if (kind === "folder") return zip(location, isWanted, answerBy);
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
    const version = { tag, fileBytes: sizeBytes };
    const body = await bytes.file({ ...location, start, length }, version, name, answerBy);
    if ("address" in body) return { status: 302, headers: { Location: body.address } };
    return { ...answer, body: body.bytes };
  };
}
