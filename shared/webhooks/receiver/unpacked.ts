import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { ServiceError } from "#shared/contract/errors.ts";

type Unpack = (packed: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const codings: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip) as Unpack,
  "x-gzip": promisify(gunzip) as Unpack,
  deflate: promisify(inflate) as Unpack,
  br: promisify(brotliDecompress) as Unpack,
};

/**
 * Decompresses a body up to a size limit, because a small body can expand to a large one.
 * @throws ServiceError body_too_large, webhook_type_unsupported
 */
export async function unpacked(body: Buffer, coding: string, largestBytes: number): Promise<Buffer> {
  const name = coding.trim().toLowerCase();
  if (name === "" || name === "identity") return body;
  const unpack = codings[name];
  if (unpack === undefined) throw new ServiceError("webhook_type_unsupported", { text: `content coding ${name}` });
  try {
    return await unpack(body, { maxOutputLength: largestBytes });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE")
      throw new ServiceError("body_too_large", { cause });
    throw new ServiceError("webhook_type_unsupported", { text: `the body is not ${name}`, cause });
  }
}
