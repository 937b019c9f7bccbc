import type { AdminCredential, Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { AdminApi, HostedDatabase, ServerMetadata } from "#shared/filemaker/admin-api.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import type { ServerProbe } from "#shared/filemaker/server-probe.ts";
import type { FileTrial, KeyAccount, StoredAccounts } from "#shared/keys/api.ts";
import type { CertificateProbe } from "#shared/ports/certificate-probe.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { LoginLimiter } from "#shared/sessions/api.ts";
import type { system } from "../contract.ts";
import type { KnownServer } from "../known-server.ts";
import type { DatabaseServer, DatabaseServerStatus } from "../parts/database-server.ts";
import type { HostWatch } from "../parts/host-watch.ts";
import { serverParts } from "../parts/server-parts.ts";
import { certificatePoints } from "./certificate-points.ts";
import { clockPoint } from "./clock-point.ts";
import { type FileObservations, filePoints } from "./file-points.ts";
import { hostPoints } from "./host-points.ts";
import { keyPoints } from "./key-points.ts";
import { serverPoints } from "./server-points.ts";

type CheckPrerequisites = ServiceOf<typeof system>["checkPrerequisites"];

export interface PrerequisitesDependencies {
  readonly probe: ServerProbe;
  readonly server: KnownServer;
  readonly databaseServer: DatabaseServer;
  readonly hostWatch: HostWatch;
  readonly adminApi: AdminApi;
  readonly accounts: StoredAccounts;
  readonly tryFiles: FileTrial;
  readonly loginLimiter: LoginLimiter;
  readonly certificateProbe: CertificateProbe;
  readonly clock: Clock;
  /** URL at which callers access FileMaker Server. */
  readonly origin: string;
}

/** Checks all prerequisites of keys, and reports the missing ones. */
export function checkPrerequisites(dependencies: PrerequisitesDependencies): CheckPrerequisites {
  const { probe, server, databaseServer, hostWatch, adminApi, accounts, tryFiles, loginLimiter, certificateProbe } =
    dependencies;
  const { clock, origin } = dependencies;

  /** Reads metadata from the Admin API with the caller's own account. A rejected account counts as a failed attempt. */
  const metadataFor = async (credential: AdminCredential, { client }: Call): Promise<ServerMetadata | string> => {
    let metadata: ServerMetadata = { verdict: "refused" };
    const ask = async () => {
      metadata = await server.learn(credential);
      return metadata.verdict;
    };
    try {
      if ("token" in credential) await ask();
      else await loginLimiter.attempt({ client, kind: "admin account", names: [credential.user] }, ask);
      return metadata;
    } catch (thrown) {
      return messageFor(thrown);
    }
  };

  const hostedFiles = async (credential: AdminCredential): Promise<readonly HostedDatabase[] | undefined> => {
    try {
      return await adminApi.databases(credential);
    } catch (thrown) {
      messageFor(thrown);
      return undefined; // The points on files report that it couldn't be checked.
    }
  };

  const odataOf = async (file: string, account: Account, verdict: FileObservations["verdict"]) =>
    // A rejected account isn't tried again, because the server would lock it.
    verdict?.ok === true || verdict?.reason === "no_fmrest" ? probe.odataFile(file, account) : undefined;

  return async (input, call) => {
    const key = input.key === undefined ? undefined : await accounts.ofDataKey(input.key);
    const own = input.user === undefined ? undefined : { user: input.user, pass: input.pass ?? "" };
    const account = key?.account ?? own;
    const files = distinct(input.files.length > 0 ? input.files : (key?.databases ?? []));

    const [dataApi, odata, adminApiState, observedCertificate, host, credential] = await Promise.all([
      probe.dataApi(),
      probe.odata(),
      probe.adminApi(),
      certificateProbe().catch((thrown: unknown) => `Couldn't check the certificate: ${nameOf(thrown)}.`),
      hostWatch(),
      accounts.ofCaller(call),
    ]);
    const now = clock.now();
    const metadata = credential
      ? await metadataFor(credential, call)
      : "There is no Admin Console account for the check.";
    const isAdmin = typeof metadata !== "string" && metadata.verdict === "accepted";
    const status = credential && isAdmin ? await databaseServer.learn(credential) : notAsked;
    const parts = serverParts({ dataApi, odata, adminApi: adminApiState, status });
    // If the Database Server is stopped, every file is closed and accounts can't be checked.
    const mayOpen = dataApi.state === "runs" && parts.databaseServer !== "stopped";
    const hosted = credential && isAdmin && files.length > 0 ? await hostedFiles(credential) : undefined;
    const tried = account && mayOpen && files.length > 0 ? await tryFiles(files, account, call, byDataApi) : [];

    const observations: FileObservations[] = [];
    for (const [index, name] of files.entries()) {
      const verdict = tried[index];
      const row = hosted && (hosted.find(({ filename }) => sameFile(filename, name)) ?? null);
      const file = row?.filename ?? verdict?.database ?? name;
      const opened =
        account && odata === "runs" && parts.databaseServer !== "stopped"
          ? await odataOf(file, account, verdict)
          : undefined;
      observations.push({
        file,
        hosted: row,
        isAccountNamed: account !== undefined,
        verdict,
        odata: opened,
        isOpenToKey: key && opens(key, name),
      });
    }
    const points = [
      ...serverPoints({ origin, dataApi, parts, metadata }),
      ...certificatePoints({ origin, certificate: observedCertificate, now }),
      clockPoint(dataApi, now),
      ...hostPoints(host),
      ...keyPoints(key),
      ...observations.flatMap(filePoints),
    ];
    return { ok: points.every(({ state }) => state !== "failed"), points };
  };
}

const byDataApi = { isDataApi: true, isOData: false };
const notAsked: DatabaseServerStatus = { databaseServer: "unknown", odata: "unknown" };

function opens({ allowAnyDatabase, databases }: KeyAccount, name: string): boolean {
  return allowAnyDatabase || databases.some((listed) => sameFile(listed, name));
}

/** Returns each file once, with its extension. */
function distinct(names: readonly string[]): readonly string[] {
  return [...new Map(names.map((name) => [normalizedDatabaseName(name), fullDatabaseName(name)])).values()];
}

function sameFile(one: string, other: string): boolean {
  return normalizedDatabaseName(one) === normalizedDatabaseName(other);
}

/** Returns the reason why the Admin API didn't respond, for administrators. Limits on guesses are thrown to the caller. */
function messageFor(thrown: unknown): string {
  if (!(thrown instanceof ServiceError) || thrown.error === "too_many_attempts") throw thrown;
  return `The Admin API did not respond: ${thrown.text}.`;
}

function nameOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "no reason given";
  return "code" in thrown ? String(thrown.code) : thrown.message;
}
