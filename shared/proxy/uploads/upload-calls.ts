import { ServiceError } from "#shared/contract/errors.ts";
import type { BodyForm, FileBody } from "#shared/filemaker/wire/file-body.ts";
import type { Uploads } from "#shared/files/api.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { CheckedCall } from "../checked-call.ts";
import type { RequestBody } from "../relay/request-body.ts";

const nonceBytes = 18;

/**
 * Relays a call with the stored upload that its header names as the body. The upload is deleted when FileMaker Server has accepted it,
 * and otherwise stays for another attempt.
 * @throws ServiceError
 */
export type UploadCalls = (
  checked: CheckedCall,
  keyId: number,
  form: BodyForm,
  relay: (checked: CheckedCall, body: RequestBody) => Promise<void>,
) => Promise<void>;

interface UploadCallsDependencies {
  readonly uploads: Uploads;
  readonly ids: Ids;
}

export function uploadCalls({ uploads, ids }: UploadCallsDependencies): UploadCalls {
  return async (checked, keyId, form, relay) => {
    const { outcome, headers } = checked;
    if (headers.upload === undefined || headers.chunked || (headers.contentLength ?? 0) > 0)
      throw new ServiceError("upload_not_taken");
    const upload = await uploads.take(keyId, headers.upload);
    const body = form(upload, Buffer.from(ids.bytes(nonceBytes)).toString("hex"));
    const forwarded = [...withoutBodyHeaders(headers.forwarded), ...body.headers];
    const watched = watchedContent(body);
    try {
      await relay({ ...checked, headers: { ...headers, forwarded } }, { content: watched.content, replayable: true });
    } catch (thrown) {
      // The store's error is more precise than the relay's, which only reports missing bytes.
      throw watched.fault() ?? thrown;
    } finally {
      // A success before the last byte was sent doesn't count.
      upload.settle(outcome.status >= 200 && outcome.status < 300 && watched.isWhole());
    }
  };
}

/** Headers that describe a body. The caller's own describe a body that it didn't send. */
const bodyHeaders = /^(?:content-(?!location$).*|digest|repr-digest)$/i;

function withoutBodyHeaders(forwarded: readonly string[]): readonly string[] {
  return forwarded.filter((_, index) => !bodyHeaders.test(forwarded[index - (index % 2)] as string));
}

/** Wraps a body and tracks how far it was read last, and the error that broke it. */
function watchedContent({ content, sizeBytes }: FileBody) {
  let fault: unknown;
  let readBytes = 0;
  return {
    fault: () => fault,
    isWhole: () => readBytes === sizeBytes,
    content: {
      async *[Symbol.asyncIterator]() {
        readBytes = 0;
        try {
          for await (const chunk of content) {
            readBytes += chunk.byteLength;
            yield chunk;
          }
        } catch (thrown) {
          fault = thrown;
          throw thrown;
        }
      },
    },
  };
}
