import { ServiceError } from "#shared/contract/errors.ts";
import { fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { rawForm } from "#shared/filemaker/wire/file-body.ts";
import type { Admission, KeyHandle, NameRules } from "#shared/keys/api.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { admittedCall, type CheckedCall } from "../checked-call.ts";
import {
  checkNamedInODataAddress,
  checkNamedInODataBody,
  checkNamedInODataTarget,
  restOf,
} from "../named/named-in-odata.ts";
import { headerValues } from "../relay/header-values.ts";
import { bodyOf } from "../relay/relay-plans.ts";
import type { RequestBody } from "../relay/request-body.ts";
import type { UploadCalls } from "../uploads/upload-calls.ts";
import { batchBody } from "./batch-body.ts";
import { batchRefused } from "./batch-reader.ts";
import type { BatchLimits } from "./batch-rules.ts";
import { type ODataCaller, odataCaller } from "./caller.ts";
import { innerTarget } from "./inner-target.ts";
import { pageLinks } from "./page-links.ts";
import { type ODataDatabase, type ODataPath, odataFilePath, odataSegment } from "./path.ts";
import { isReference, referenceBody, referenceQuery, referenceRefused } from "./reference.ts";
import { type ODataSendersDependencies, odataSenders } from "./senders.ts";

interface ODataCallsDependencies extends ODataSendersDependencies {
  readonly admission: Admission;
  readonly vault: Pick<Vault, "fingerprints">;
  readonly withUpload: UploadCalls;
  readonly baseUrl: () => string;
  /** Path prefixes of the service. */
  readonly prefixes: readonly string[];
  readonly ownHeaderPrefixes: readonly string[];
  readonly publicOrigin: string;
}

const noContentIds: ReadonlySet<string> = new Set();

/** Relays OData calls. Each one carries an account, so there are no sessions. */
export function odataCalls(dependencies: ODataCallsDependencies) {
  const { keyCache, admission, ids, withUpload, host, baseUrl, prefixes, ownHeaderPrefixes, publicOrigin } =
    dependencies;
  const links = pageLinks(dependencies);
  const { send, list, proveAccount: prove } = odataSenders(dependencies);

  const hostsOf = ({ call }: CheckedCall): ReadonlySet<string> =>
    new Set([host, new URL(baseUrl()).host, (headerValues(call.headers, "host")[0] ?? "").toLowerCase()]);

  /** Translates addresses inside a call like those of separate calls. */
  const targetsOf = (checked: CheckedCall, caller: ODataCaller, base: string, database: ODataDatabase) => {
    const { call } = checked;
    const keepsExtension = skipsNormalizing(call.headers, ownHeaderPrefixes);
    const names = namesOf(caller);
    const targetFor = (refused: (reason: string) => ServiceError) => {
      const targetOf = innerTarget({
        prefixes,
        hosts: hostsOf(checked),
        base,
        refused,
        sent(wanted) {
          // The account was proven in the file of the batch and in no other.
          if (caller.kind === "account" && (wanted.kind === "root" || wanted.database.folded !== database.folded))
            throw refused("a URL leads to another file");
          return sentPath(caller, wanted, keepsExtension);
        },
      });
      return (address: string, contentIds: ReadonlySet<string>): string => {
        const target = targetOf(address, contentIds);
        if (names !== undefined) checkNamedInODataTarget(names, target);
        return target;
      };
    };
    const named = targetFor(referenceRefused);
    return {
      target: targetFor(batchRefused),
      /** Returns an absolute address, so that the server can't resolve it against another base than we did. */
      native(address: string, contentIds: ReadonlySet<string> = noContentIds): string {
        const target = named(address, contentIds);
        return target.startsWith("/") ? publicOrigin + target : target;
      },
    };
  };

  const inFile = async (checked: CheckedCall, caller: ODataCaller, wanted: ODataPath & { kind: "file" | "batch" }) => {
    const { database, rest, kind } = wanted;
    const { call, query } = checked;
    const path = sentPath(caller, wanted, skipsNormalizing(call.headers, ownHeaderPrefixes));
    const sendWith = (ready: CheckedCall, body: RequestBody) =>
      send(ready, caller, path + query, database.folded, body);
    if (checked.headers.upload !== undefined) {
      if (caller.kind !== "key" || !takesFile(call.method, rest) || isReference(rest))
        throw new ServiceError("upload_not_taken");
      return withUpload(checked, caller.handle.record.id, rawForm, sendWith);
    }
    const base = path.slice(0, path.length - rest.length);
    if (kind === "file") {
      const body = await bodyOf(checked);
      const names = namesOf(caller);
      if (names !== undefined) checkNamedInODataBody(names, rest, body, call.headers);
      if (!isReference(rest)) return sendWith(checked, body);
      const { native } = targetsOf(checked, caller, base, database);
      const sentQuery = referenceQuery(query, native);
      return send(
        checked,
        caller,
        path + sentQuery,
        database.folded,
        referenceBody(body, checked.headers.forwarded, native),
      );
    }
    if (call.method !== "POST") throw new ServiceError("method_not_allowed");
    if (!(await prove(checked, caller, base, database.folded))) return;
    const targets = targetsOf(checked, caller, base, database);
    const limits = caller.kind === "key" ? batchLimits(caller.handle, checked) : undefined;
    await sendWith(checked, await batchBody(checked, { ...targets, limits, host, ids, ownHeaderPrefixes }));
  };

  /** Admits a call within its key's limits. A batch is admitted by its inner calls. */
  const admitted = (handle: KeyHandle, checked: CheckedCall, wanted: ODataPath): undefined | Promise<void> => {
    const { guard } = handle;
    if (guard === undefined) return undefined;
    const { client } = checked.outcome;
    admission.check(handle, client);
    if (wanted.kind === "batch") return admission.count(handle, client);
    if (guard.names !== undefined && wanted.kind === "file")
      checkNamedInODataAddress(guard.names, wanted.rest, checked.query);
    return admission.admit(handle, admittedCall(checked));
  };

  /** Returns the limits for the calls of a batch. Each call is counted. */
  const batchLimits = (handle: KeyHandle, { outcome: { client } }: CheckedCall): BatchLimits | undefined => {
    const { guard } = handle;
    if (guard === undefined) return undefined;
    return {
      admit: (method, headers) => admission.admit(handle, { method, headers, client }),
      checkBody(target, body, headers) {
        if (guard.names !== undefined) checkNamedInODataBody(guard.names, restOf(target), body, headers);
      },
    };
  };

  return async (checked: CheckedCall, wanted: ODataPath): Promise<void> => {
    const caller = await odataCaller({ keyCache, links }, checked, wanted);
    if (caller.kind === "key") await admitted(caller.handle, checked, wanted);
    if (wanted.kind !== "root") {
      // The link to the next page must not contain the key, and a client that follows it sends no other credential.
      const isPaged = checked.keyInQuery && checked.call.method === "GET" && wanted.kind === "file";
      const token = isPaged && caller.kind === "key" ? await links.issue(caller.handle, wanted) : undefined;
      const paged = token === undefined ? checked : { ...checked, pageParameter: `apiKey=${token}` };
      await inFile(paged, caller, wanted);
      checked.outcome.file = countedFile(caller, wanted.database, checked.outcome.status);
      return;
    }
    const { method } = checked.call;
    if (method !== "GET" && method !== "HEAD") throw new ServiceError("method_not_allowed");
    return list(checked, caller, wanted.path);
  };
}

/** Returns the names that the caller's calls can contain. Undefined: any. */
function namesOf(caller: ODataCaller): NameRules | undefined {
  return caller.kind === "key" ? caller.handle.guard?.names : undefined;
}

/** Returns the file for usage figures. If the key doesn't list the file, only its response shows that it exists. */
function countedFile(caller: ODataCaller, { folded, given }: ODataDatabase, status: number): string | undefined {
  const listed = caller.kind === "key" ? caller.handle.files.get(folded) : undefined;
  return listed ?? (status < 400 ? fullDatabaseName(given) : undefined);
}

/** Returns the path of a call as this caller can send it. @throws ServiceError key_file_not_allowed */
function sentPath(caller: ODataCaller, wanted: ODataPath, keepsExtension: boolean): string {
  const handle = caller.kind === "key" ? caller.handle : undefined;
  const listed = wanted.kind === "root" ? undefined : handle?.files.get(wanted.database.folded);
  const opensAny = handle === undefined || handle.record.allowAnyDatabase;
  if (listed === undefined && !opensAny) throw new ServiceError("key_file_not_allowed");
  if (wanted.kind === "root") return wanted.path;
  return odataFilePath(odataSegment(wanted.database, listed, keepsExtension), wanted.rest);
}

/** Matches a field of one record, written as bytes: the call that puts a file into a container. */
const fieldOfRecord = /^\/[^/]+(?:\(|%28)[^/]*\/[^/$][^/]*(?:\/\$value)?$/i;

function takesFile(method: string, rest: string): boolean {
  return /^(?:PUT|PATCH|POST)$/.test(method) && fieldOfRecord.test(rest);
}

/** True for `X-Svc-Normalize-Ext: false`, with any of our prefixes. */
function skipsNormalizing(raw: readonly string[], prefixes: readonly string[]): boolean {
  return raw.some(
    (value, index) =>
      index % 2 === 1 &&
      value.trim().toLowerCase() === "false" &&
      prefixes.includes((raw[index - 1] ?? "").toLowerCase().replace(/normalize-ext$/, "")),
  );
}
