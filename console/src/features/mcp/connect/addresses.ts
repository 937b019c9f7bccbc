import { configuration, serviceOrigin } from "../../../api/configuration.ts";

/** Returns the address of a server for clients. */
export function addressOf({ slug }: { readonly slug: string }): string {
  return `${serviceOrigin()}/${configuration().prefix}/mcp/${slug}`;
}
