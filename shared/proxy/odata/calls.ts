import { ServiceError } from "#shared/contract/errors.ts";
import { fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { rawForm } from "#shared/filemaker/wire/file-body.ts";
import type { CheckedCall } from "../checked-call.ts";
import { headerValues } from "../relay/header-values.ts";
import { bodyOf } from "../relay/relay-plans.ts";
import type { RequestBody } from "../relay/request-body.ts";
import type { UploadCalls } from "../uploads/upload-calls.ts";
import { batchBody } from "./batch-body.ts";
import { batchRefused } from "./batch-reader.ts";
import { type ODataCaller, odataCaller } from "./caller.ts";
import { innerTarget } from "./inner-target.ts";
import { type ODataDatabase, type ODataPath, odataFilePath, odataSegment } from "./path.ts";
import { isReference, referenceBody, referenceQuery, referenceRefused } from "./reference.ts";
import { type ODataSendersDependencies, odataSenders } from "./senders.ts";

interface ODataCallsDependencies extends ODataSendersDependencies {
  readonly withUpload: UploadCalls;
  readonly baseUrl: () => string;
  /** What paths of the service begin with. */
  readonly prefixes: readonly string[];
  readonly ownHeaderPrefixes: readonly string[];
  readonly publicOrigin: string;
}

const noContentIds: ReadonlySet<string> = new Set();

/** Relays OData calls: every one shows an account, so there is no session to hold. */
export function odataCalls(dependencies: ODataCallsDependencies) {
  const { keyCache, ids, withUpload, host, baseUrl, prefixes, ownHeaderPrefixes, publicOrigin } = dependencies;
  const { send, list, proveAccount: prove } = odataSenders(dependencies);

  const hostsOf = ({ call }: CheckedCall): ReadonlySet<string> =>
    new Set([host, new URL(baseUrl()).host, (headerValues(call.headers, "host")[0] ?? "").toLowerCase()]);

  /** Where addresses inside a call lead, as calls of their own would be sent there. */
  const targetsOf = (checked: CheckedCall, caller: ODataCaller, base: string, database: ODataDatabase) => {
    const { call } = checked;
    const keepsExtension = skipsNormalizing(call.headers, ownHeaderPrefixes);
    const targetFor = (refused: (reason: string) => ServiceError) =>
      innerTarget({
        prefixes,
        hosts: hostsOf(checked),
        base,
        refused,
        sent(wanted) {
          // An account was proven in the file of the batch, and in no other.
          if (caller.kind === "account" && (wanted.kind === "root" || wanted.database.folded !== database.folded))
            throw refused("an address leads to another file");
          return sentPath(caller, wanted, keepsExtension);
        },
      });
    const named = targetFor(referenceRefused);
    return {
      target: targetFor(batchRefused),
      /** Absolute, so that the server cannot count it from another place than we did. */
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
    await sendWith(checked, await batchBody(checked, { ...targets, host, ids, ownHeaderPrefixes }));
  };

  return async (checked: CheckedCall, wanted: ODataPath): Promise<void> => {
    const caller = await odataCaller(keyCache, checked);
    if (caller.kind === "key") checked.outcome.key = caller.handle.name;
    if (wanted.kind !== "root") {
      await inFile(checked, caller, wanted);
      checked.outcome.file = countedFile(caller, wanted.database, checked.outcome.status);
      return;
    }
    const { method } = checked.call;
    if (method !== "GET" && method !== "HEAD") throw new ServiceError("method_not_allowed");
    return list(checked, caller, wanted.path);
  };
}

/** The file as figures name it: one that the key does not list is known to be there by its answer. */
function countedFile(caller: ODataCaller, { folded, given }: ODataDatabase, status: number): string | undefined {
  const listed = caller.kind === "key" ? caller.handle.files.get(folded) : undefined;
  return listed ?? (status < 400 ? fullDatabaseName(given) : undefined);
}

/** The path of a call as this caller may send it. @throws ServiceError key_file_not_allowed */
function sentPath(caller: ODataCaller, wanted: ODataPath, keepsExtension: boolean): string {
  const handle = caller.kind === "key" ? caller.handle : undefined;
  const listed = wanted.kind === "root" ? undefined : handle?.files.get(wanted.database.folded);
  const opensAny = handle === undefined || handle.record.allowAnyDatabase;
  if (listed === undefined && !opensAny) throw new ServiceError("key_file_not_allowed");
  if (wanted.kind === "root") return wanted.path;
  return odataFilePath(odataSegment(wanted.database, listed, keepsExtension), wanted.rest);
}

/** A field of one record, written as bytes: the call that puts a file into a container. */
const fieldOfRecord = /^\/[^/]+(?:\(|%28)[^/]*\/[^/$][^/]*(?:\/\$value)?$/i;

function takesFile(method: string, rest: string): boolean {
  return /^(?:PUT|PATCH|POST)$/.test(method) && fieldOfRecord.test(rest);
}

/** `X-Svc-Normalize-Ext: false`, under any prefix of ours. */
function skipsNormalizing(raw: readonly string[], prefixes: readonly string[]): boolean {
  return raw.some(
    (value, index) =>
      index % 2 === 1 &&
      value.trim().toLowerCase() === "false" &&
      prefixes.includes((raw[index - 1] ?? "").toLowerCase().replace(/normalize-ext$/, "")),
  );
}
