import type { FieldsOf, ReplyOf } from "../../shared/contract/agent/command.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import { pathOf } from "../work/admin-api-files.ts";
import type { FileServers } from "../work/file-server.ts";
import { placesOf } from "./places.ts";

/** Says which files a work would not find, and which places it might not write to. @throws Refused where the server does not say */
export async function look(
  host: Host,
  servers: FileServers,
  { server, sources, targets }: FieldsOf<"work.look">,
): Promise<ReplyOf<"work.look">> {
  const places = await placesOf(host, servers(server));
  return {
    missing: await refusedOf(sources, (source) => places.source(source)),
    outside: await refusedOf(targets, (target) => places.place(pathOf(target))),
  };
}

/** The places in a list of what the host's folders do not allow. Whatever else is wrong is for the work itself to tell. */
async function refusedOf(list: readonly string[], use: (one: string) => Promise<unknown>): Promise<number[]> {
  const refused: number[] = [];
  for (const [place, one] of list.entries()) {
    try {
      await use(one);
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      refused.push(place);
    }
  }
  return refused;
}
