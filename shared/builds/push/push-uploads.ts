import type { browser } from "#shared/browser/contract.ts";
import type { Delivery } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { buildPushes } from "./contract.ts";
import type { PushLinks } from "./push-links.ts";

interface PushUploadDependencies {
  readonly links: Pick<PushLinks, "uploadIn">;
  /** Uploads to the host, by their ids. */
  readonly uploads: Pick<ServiceOf<typeof browser>, "getHostUpload" | "bringHostUpload">;
  /** Maximum number of bytes per call. */
  readonly partBytes: number;
}

/** Operations for another server at a push address: it asks for the upload's offset, and sends the rest of the zip. */
export type PushUploads = ServiceOf<typeof buildPushes>;

export function pushUploads({ links, uploads, partBytes }: PushUploadDependencies): PushUploads {
  /**
   * Runs a call for the upload of a token. Every invalid token and every ended upload gets the same answer.
   * @throws ServiceError build_push_not_found
   */
  const forUpload = async (token: string, use: (upload: string) => Promise<Delivery>): Promise<Delivery> => {
    const upload = await links.uploadIn(token);
    if (upload === undefined) throw new ServiceError("build_push_not_found");
    const answer = await use(upload).catch((thrown: unknown) => {
      if (!(thrown instanceof ServiceError) || thrown.error !== "host_file_not_found") throw thrown;
      throw new ServiceError("build_push_not_found", { cause: thrown });
    });
    return { ...answer, headers: { ...answer.headers, "Upload-Limit": `max-append-size=${partBytes}` } };
  };

  return {
    describePush: ({ token }, call) => forUpload(token, (id) => uploads.getHostUpload({ id }, call)),
    bringPush: ({ token }, call) => forUpload(token, (id) => uploads.bringHostUpload({ id }, call)),
  };
}
