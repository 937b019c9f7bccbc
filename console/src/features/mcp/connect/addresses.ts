import { configuration, serviceOrigin } from "../../../api/configuration.ts";

/** Where clients reach a server. */
export function addressOf({ slug }: { readonly slug: string }): string {
  return `${serviceOrigin()}/${configuration().prefix}/mcp/${slug}`;
}
