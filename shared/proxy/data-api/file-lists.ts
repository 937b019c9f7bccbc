import { ServiceError } from "#shared/contract/errors.ts";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { answerOf, asUpstreamError, unexpectedAnswer } from "#shared/filemaker/answer.ts";
import { basic } from "#shared/filemaker/authorization.ts";
import { nextRefusal, type Refusal } from "#shared/filemaker/sessions/login-refusals.ts";
import type { KeyHandle } from "#shared/keys/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Outbound, OutboundResponse } from "#shared/ports/outbound.ts";

const freshMs = 60_000;
const maxAccounts = 1_000;
const listPath = "/fmi/data/vLatest/databases";

/** Lists of files that FileMaker Server shows to the accounts of keys. */
export interface FileLists {
  /** Returns the server's own response. @throws ServiceError while the server rejects the account, or if it doesn't respond */
  ask(handle: KeyHandle, target: string): Promise<OutboundResponse>;
  /**
   * Returns the file's full name as the server lists it, or the given name if it isn't listed. For keys that don't name their files:
   * FileMaker accepts a token only with the spelling of its login.
   */
  spelling(handle: KeyHandle, name: string): Promise<string>;
}

interface FileListsDependencies {
  readonly outbound: Outbound;
  readonly clock: Clock;
  /** Public name of FileMaker Server. */
  readonly host: string;
  readonly timeoutMs: number;
}

interface Listing {
  readonly names: Promise<ReadonlyMap<string, string>>;
  readonly askedAt: number;
}

export function fileLists({ outbound, clock, host, timeoutMs }: FileListsDependencies): FileLists {
  const listings = new Map<string, Listing>();
  const refusals = new Map<string, Refusal>();

  const ask = async (handle: KeyHandle, target: string): Promise<OutboundResponse> => {
    const { credentialId } = handle.record;
    const refusal = refusals.get(credentialId);
    if (refusal !== undefined && refusal.until > clock.now()) throw refused(refusal, clock.now());
    const { user, pass } = await handle.account();
    const headers = { Authorization: basic(user, pass), Host: host };
    const answer = await outbound
      .request({ method: "GET", path: target, headers, timeoutMs })
      .catch((thrown: unknown) => {
        throw asUpstreamError(thrown);
      });
    const { code } = answerOf(answer);
    if (code === fileMakerCodes.accountRefused || code === fileMakerCodes.tooManyAttempts) {
      // The list checks the password like a login, so after a refusal it isn't requested for as long.
      const next = nextRefusal("refused", refusal?.count ?? 0, clock.now());
      remember(refusals, credentialId, next);
      throw refused(next, clock.now());
    }
    refusals.delete(credentialId);
    return answer;
  };

  const list = async (handle: KeyHandle): Promise<ReadonlyMap<string, string>> => {
    const answer = answerOf(await ask(handle, listPath));
    const rows = answer.response.databases;
    if (answer.code !== "0" || !Array.isArray(rows)) throw unexpectedAnswer("Data API database list", answer);
    const names = rows.map((row: { name?: unknown }) => String(row?.name));
    return new Map(names.map((name) => [normalizedDatabaseName(name), fullDatabaseName(name)]));
  };

  return {
    ask,

    async spelling(handle, name) {
      const { credentialId } = handle.record;
      let listing = listings.get(credentialId);
      if (listing === undefined || clock.now() - listing.askedAt > freshMs) {
        listing = { names: list(handle), askedAt: clock.now() };
        listing.names.catch(() => listings.delete(credentialId)); // Waiting callers get the error; the next call asks again.
        remember(listings, credentialId, listing);
      }
      return (await listing.names).get(normalizedDatabaseName(name)) ?? name;
    },
  };
}

function refused({ until }: Refusal, now: number): ServiceError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until - now) / 1000));
  return new ServiceError("stored_credentials_refused", { retryAfterSeconds, detail: "list of files" });
}

function remember<T>(map: Map<string, T>, name: string, value: T): void {
  map.delete(name);
  map.set(name, value);
  if (map.size > maxAccounts) map.delete(map.keys().next().value as string);
}
