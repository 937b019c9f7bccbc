import type { Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { FileCaller } from "#shared/keys/api.ts";
import type { ProcessEnd } from "#shared/processes/api.ts";
import type { downloadLinks, downloads } from "./contract.ts";
import type { DownloadDeliveries } from "./deliveries.ts";
import type { DownloadMaker } from "./download-maker.ts";
import type { DownloadRecord } from "./record.ts";
import type { DownloadTokens } from "./token.ts";

interface DownloadDependencies {
  readonly make: DownloadMaker;
  readonly tokens: DownloadTokens;
  /** Authenticates callers that send only an account of a file. */
  readonly fileCaller: FileCaller;
  readonly processEnd: ProcessEnd;
  readonly baseUrl: () => string;
  readonly prefix: string;
}

/** Creates links to downloads. */
export function downloadService(
  dependencies: DownloadDependencies,
): Omit<ServiceOf<typeof downloads & typeof downloadLinks>, keyof DownloadDeliveries> {
  const { make, tokens, fileCaller, processEnd, baseUrl, prefix: first } = dependencies;
  const pathOf = (token: string, { prefix = first }: Call) => `/${prefix}/api/fm-file/download?token=${token}`;
  const madeOf = async (record: DownloadRecord, call: Call) => {
    const token = await tokens.make(record);
    return {
      downloadToken: token,
      downloadPath: pathOf(token, call),
      fileName: record.name,
      processId: record.processId,
      expiresAt: timestamp(record.expiresAt),
    };
  };

  /** Waits for the end of a process. @throws ServiceError download_failed */
  const ended = async (processId: number): Promise<void> => {
    const process = await processEnd(processId, { patienceMs });
    if (process === undefined || process.endedAt === null || process.state === "done") return;
    const text = process.reason ?? `the process ended with the state ${process.state}`;
    throw new ServiceError("download_failed", { text, response: { processId } });
  };

  return {
    async linkDatabase({ filename, clone, expiry: seconds }, call) {
      const kind = clone === "1" ? "clone" : "copy";
      const record = await make({ kind, files: [{ file: filename }], isZipped: true, seconds }, call);
      return {
        link: `${baseUrl()}${pathOf(await tokens.make(record), call)}`,
        processId: record.processId,
        expiresAt: timestamp(record.expiresAt),
      };
    },

    async makeDownload({ files, type: kind, concurrency, includeDdrInfo, saveToDocuments, expiry: seconds }, call) {
      const isXml = kind === "xml";
      const record = await make(
        {
          kind,
          files,
          isZipped: files.length > 1,
          concurrency,
          withInfo: isXml && includeDdrInfo,
          toDocuments: isXml && saveToDocuments,
          seconds,
        },
        call,
      );
      return madeOf(record, call);
    },

    async saveFileAsXml(input, call) {
      const { filename: file, username = defaultAccount, password, encryptionKey } = input;
      const { includeDdrInfo: withInfo, saveToDocuments: toDocuments, expiry: seconds } = input;
      const files = [{ file, username, password, ...(encryptionKey !== undefined && { encryptionKey }) }];
      const request = { kind: "xml", files, isZipped: false, withInfo, toDocuments, seconds } as const;
      if (call.caller.kind === "anyone" && input.username === undefined) throw new ServiceError("unauthenticated");
      const caller =
        call.caller.kind === "anyone" ? await fileCaller(file, { user: username, pass: password }, call) : call.caller;
      const record = await make(request, { ...call, caller });
      if (!call.prefersAsync) await ended(record.processId);
      return madeOf(record, call);
    },
  };
}

/** Maximum wait in milliseconds for the start of a process, if the caller waits for its end. */
const patienceMs = 5_000;

/** FileMaker's default account of a new file. */
const defaultAccount = "Admin";
