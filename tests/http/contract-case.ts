import type { Answering, WireUpstream } from "../support/http/wire-upstream.ts";

/** Facts about a response as its caller sees it, and about a call as FileMaker Server sees it; a short text or number each. */
export type Facts = Readonly<Record<string, string | number>>;

/** Environment of the cases: the service at an address, in front of a server that answers as a case sets. */
export interface Stage {
  readonly baseUrl: string;
  /** Data API key for the upstream's only file. */
  readonly key: string;
  readonly upstream: WireUpstream;
}

interface CaseBase {
  /** Sentence that names the case; differences refer to it. */
  readonly name: string;
  /** Expected facts. Only these are checked. */
  readonly expect: Facts;
}

/** One call, sent byte for byte. */
export interface CallCase extends CaseBase {
  readonly method?: string;
  /** Path after the layout address that every case uses, or an absolute path if it starts with a slash. */
  readonly target?: string;
  /** Header lines in this order and case. Host, the key and the closing of the connection are added. */
  readonly headers?: readonly string[];
  readonly anonymous?: true;
  readonly body?: string | Uint8Array;
  /** Sends the body in chunks of this many bytes, without a length. */
  readonly chunkBytes?: number;
  readonly answers?: Answering;
}

/** Case with more than one call. */
export interface ActedCase extends CaseBase {
  readonly act: (stage: Stage) => Promise<Facts>;
}

export type ContractCase = CallCase | ActedCase;

/** Address of every case's calls, and the address at which FileMaker Server sees them. */
export const layout = "/svc/fmi/data/vLatest/databases/Wire/layouts/L";
export const seenLayout = "/fmi/data/vLatest/databases/Wire.fmp12/layouts/L";
