import type { KeyCache } from "#shared/keys/cache/key-cache.ts";
import type { CheckedCall } from "../checked-call.ts";
import { databasesAnswer } from "./databases-answer.ts";
import type { FileLists } from "./file-lists.ts";
import type { Identities } from "./identities.ts";

interface DatabasesDependencies {
  readonly keyCache: KeyCache;
  readonly identities: Identities;
  readonly fileLists: FileLists;
}

/** The one answer that is parsed: which files a key opens is for its holder to know, other files are not. */
export function databases({ keyCache, identities, fileLists }: DatabasesDependencies) {
  return async ({ call, outcome, credential, query }: CheckedCall, { path }: { readonly path: string }) => {
    const { handle } = await identities.identify(credential);
    outcome.key = handle.name;
    const answer = await fileLists.ask(handle, path + query);
    const body = answer.status === 200 ? databasesAnswer(answer.body, handle) : answer.body;
    keyCache.used(handle);
    outcome.status = answer.status;
    outcome.sentBytes = body.length;
    call.answer.writeHead(answer.status, [
      "Content-Type",
      answer.headers["content-type"] ?? "application/octet-stream",
      "Content-Length",
      String(body.length),
      "Cache-Control",
      "no-store",
      "Referrer-Policy",
      "no-referrer",
    ]);
    call.answer.end(call.method === "HEAD" ? undefined : body);
  };
}
