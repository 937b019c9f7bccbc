import type { ServiceOf } from "#shared/contract/operation.ts";
import type { browser, linkedFiles } from "../contract.ts";
import { downloads } from "./downloads.ts";
import { hostUploads } from "./uploads.ts";

type Dependencies = Parameters<typeof downloads>[0] & Parameters<typeof hostUploads>[0];

/** Operations of the file browser that transfer bytes. */
export type BrowserDeliveries = Pick<
  ServiceOf<typeof browser & typeof linkedFiles>,
  | "downloadHostFile"
  | "describeHostFile"
  | "downloadLinkedFile"
  | "describeLinkedFile"
  | "beginHostUpload"
  | "getHostUpload"
  | "bringHostUpload"
  | "endHostUpload"
>;

export function browserDeliveries(dependencies: Dependencies): BrowserDeliveries {
  return { ...downloads(dependencies), ...hostUploads(dependencies) };
}
