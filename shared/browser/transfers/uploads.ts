import { createHash } from "node:crypto";
import type { AgentClient } from "#shared/agent/api.ts";
import { type HostUpload, pieceBytes } from "#shared/agent/protocol/commands/browser-commands.ts";
import type { Delivery, DeliveryCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { OutboundTransfers } from "#shared/ports/links/outbound-transfers.ts";
import { refuseUnlessFillable } from "../change-refusals.ts";
import type { browser } from "../contract.ts";
import { deadlines } from "../deadlines.ts";
import { locationOf } from "../location-of.ts";
import { newLocationIn, pathOf } from "../rules.ts";
import { pieces } from "./pieces.ts";
import { type Checksum, checksumIn, checkVersion, lengthIn, metadataIn, offsetIn } from "./tus-headers.ts";

/** Returns the maximum number of bytes of an upload per call. Behind a gateway with a lower limit, a round number below that limit. */
export function partBytesOf(largestBodyBytes: number): number {
  return Math.min(25_000_000, Math.floor(largestBodyBytes / 1_000_000) * 1_000_000);
}

/** Time in milliseconds for which an upload can be continued. */
const uploadLifeMs = 2 * 24 * 60 * 60_000;

interface UploadDependencies {
  readonly agentClient: () => AgentClient;
  readonly outboundTransfers: OutboundTransfers;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Minimum free space on the host's disks, in bytes. */
  readonly floorBytes: number;
  /** Address of uploads, to which the id is appended. */
  /** Returns the path of uploads, under the called prefix. */
  readonly address: (prefix?: string) => string;
}

type Uploads = Pick<
  ServiceOf<typeof browser>,
  "beginHostUpload" | "getHostUpload" | "bringHostUpload" | "endHostUpload"
>;

/** Handles uploads to the host by tus 1.0. Only the host knows the offset of an upload, so nothing is lost if the service restarts. */
export function hostUploads({
  agentClient,
  outboundTransfers,
  clock,
  ids,
  address,
  floorBytes,
}: UploadDependencies): Uploads {
  const finished = async (state: HostUpload): Promise<HostUpload> => {
    if (state.isFinished || state.offset < state.sizeBytes) return state;
    return agentClient().request("browser.finishUpload", { upload: state.upload }, deadlines.long);
  };

  const send = async (upload: string, piece: SentPiece): Promise<void> => {
    const { bytes, from, offset, isFirm } = piece;
    const transfer = await outboundTransfers.open(bytes, deadlines.long.deadlineMs / 1000);
    const { id, address: at } = transfer;
    const sha256 = createHash("sha256").update(bytes).digest("base64url");
    const fields = { upload, from, offset, length: bytes.length, sha256, isFirm, id, address: at };
    try {
      await agentClient().request("browser.takePiece", fields, deadlines.long);
    } finally {
      transfer.close();
    }
  };

  return {
    async beginHostUpload(_input, { header, prefix }) {
      checkVersion(header);
      const sizeBytes = lengthIn(header);
      const metadata = metadataIn(header);
      const folder = locationOf({ id: metadata.get("id"), path: metadata.get("path") });
      refuseUnlessFillable(folder);
      const location = newLocationIn(folder, metadata.get("filename") ?? "");
      if ("refusal" in location)
        throw new ServiceError("input_invalid", { text: `\`filename\` in \`Upload-Metadata\`: ${location.refusal}` });
      const [upload, tag] = [ids.uuid(), metadata.get("tag")];
      const expiresAt = clock.now() + uploadLifeMs;
      const fields = {
        upload,
        ...location,
        sizeBytes,
        expiresAt,
        isReplacing: metadata.get("replace") === "true",
        floorBytes,
      };
      const state = await agentClient().request(
        "browser.beginUpload",
        { ...fields, ...(tag !== undefined && { tag }) },
        deadlines.short,
      );
      const objects = [`host-file:${pathOf(location).slice(0, 255)}`];
      return { status: 201, headers: { ...headersOf(state), Location: `${address(prefix)}/${upload}` }, objects };
    },

    async getHostUpload({ id }, { header }) {
      checkVersion(header);
      const state = await agentClient().request("browser.upload", { upload: id }, deadlines.short);
      return { status: 200, headers: headersOf(await finished(state)) };
    },

    async bringHostUpload({ id }, call) {
      checkVersion(call.header);
      if (call.header("content-type") !== "application/offset+octet-stream")
        throw new ServiceError("content_type_unsupported", { text: "`application/offset+octet-stream`" });
      const [start, checksum] = [offsetIn(call.header), checksumIn(call.header)];
      const state = await agentClient().request("browser.upload", { upload: id }, deadlines.short);
      if (state.offset !== start)
        throw new ServiceError("upload_offset_wrong", { text: `the upload has ${state.offset} bytes` });
      const remainingBytes = state.sizeBytes - start;
      if (Number(call.header("content-length") ?? 0) > remainingBytes) throw uploadExceeded(remainingBytes);
      const sent =
        checksum === undefined
          ? piecesOneByOne(call, start, remainingBytes)
          : piecesAsOne(call, start, remainingBytes, checksum);
      let offset = start;
      for await (const piece of sent) {
        await send(id, piece);
        if (piece.isFirm) offset = piece.offset + piece.bytes.length;
      }
      const after = await finished({ ...state, offset });
      const objects = after.isFinished && !state.isFinished ? [`host-file:${pathOf(after).slice(0, 255)}`] : undefined;
      return { status: 204, headers: headersOf(after), ...(objects !== undefined && { objects }) };
    },

    async endHostUpload({ id }, { header }) {
      checkVersion(header);
      await agentClient().request("browser.endUpload", { upload: id }, deadlines.short);
      return { status: 204, headers: {} };
    },
  };
}

interface SentPiece {
  readonly bytes: Buffer;
  /** Offset of the upload when the first of these pieces arrived. */
  readonly from: number;
  readonly offset: number;
  /** True if all bytes up to the end of this piece count once it has arrived. */
  readonly isFirm: boolean;
}

/** Yields pieces that count as soon as they arrive, including the last one if the connection broke after it. */
async function* piecesOneByOne(
  call: DeliveryCall,
  start: number,
  remainingBytes: number,
): AsyncGenerator<SentPiece, void> {
  let offset = start;
  for await (const bytes of pieces(call.bytes, pieceBytes)) {
    if (offset - start + bytes.length > remainingBytes) throw uploadExceeded(remainingBytes);
    yield { bytes, from: offset, offset, isFirm: true };
    offset += bytes.length;
  }
}

/** Yields pieces that count only with the last one, which is sent if the checksum matches. */
async function* piecesAsOne(
  call: DeliveryCall,
  start: number,
  remainingBytes: number,
  { algorithm, value }: Checksum,
): AsyncGenerator<SentPiece, void> {
  const sum = createHash(algorithm);
  let offset = start;
  let last: Buffer | undefined;
  for await (const piece of pieces(call.bytes, pieceBytes)) {
    if (offset - start + (last?.length ?? 0) + piece.length > remainingBytes) throw uploadExceeded(remainingBytes);
    sum.update(piece);
    if (last !== undefined) {
      yield { bytes: last, from: start, offset, isFirm: false };
      offset += last.length;
    }
    last = piece;
  }
  if (!sum.digest().equals(value)) throw new ServiceError("upload_checksum_wrong");
  if (last !== undefined) yield { bytes: last, from: start, offset, isFirm: true };
}

function headersOf({ offset, sizeBytes, expiresAt }: HostUpload): Delivery["headers"] {
  return {
    "Upload-Offset": String(offset),
    "Upload-Length": String(sizeBytes),
    "Upload-Expires": new Date(expiresAt).toUTCString(),
  };
}

function uploadExceeded(remainingBytes: number): ServiceError {
  return new ServiceError("input_invalid", { text: `the upload accepts ${remainingBytes} more bytes` });
}
