import type { Admission, KeyCache } from "#shared/keys/api.ts";
import { admittedCall, type CheckedCall } from "../checked-call.ts";
import { sendCollectedAnswer } from "../relay/send-collected-answer.ts";
import { databasesAnswer } from "./databases-answer.ts";
import type { FileLists } from "./file-lists.ts";
import type { Identities } from "./identities.ts";

interface DatabasesDependencies {
  readonly keyCache: KeyCache;
  readonly admission: Admission;
  readonly identities: Identities;
  readonly fileLists: FileLists;
}

/** Lists databases, the only response that is parsed: callers see the files that their key opens and no others. */
export function databases({ keyCache, admission, identities, fileLists }: DatabasesDependencies) {
  return async (checked: CheckedCall, { path }: { readonly path: string }) => {
    const { handle } = await identities.identify(checked.credential, checked.outcome);
    await admission.admit(handle, admittedCall(checked));
    const answer = await fileLists.ask(handle, path + checked.query);
    const body = answer.status === 200 ? databasesAnswer(answer.body, handle) : answer.body;
    keyCache.used(handle);
    sendCollectedAnswer(checked, answer, body);
  };
}
