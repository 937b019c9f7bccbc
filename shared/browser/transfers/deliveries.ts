import type { ServiceOf } from "#shared/contract/operation.ts";
import type { browser } from "../contract.ts";
import { downloads } from "./downloads.ts";
import { hostUploads } from "./uploads.ts";

type Dependencies = Parameters<typeof downloads>[0] & Parameters<typeof hostUploads>[0];

/** The operations of the file browser that carry bytes. */
export type BrowserDeliveries = Pick<
  ServiceOf<typeof browser>,
  | "downloadHostFile"
  | "describeHostFile"
  | "downloadLinkedFile"
  | "describeLinkedFile"
  | "beginHostUpload"
  | "getHostUpload"
  | "bringHostUpload"
  | "endHostUpload"
>;

/** Bytes of the host's files, on their way to callers and from them. */
export function browserDeliveries(dependencies: Dependencies): BrowserDeliveries {
  return { ...downloads(dependencies), ...hostUploads(dependencies) };
}
