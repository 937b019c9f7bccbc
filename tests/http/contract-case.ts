import type { Answering, WireUpstream } from "../support/http/wire-upstream.ts";

/** What a caller sees of an answer and FileMaker Server of a call, a short text or number per fact. */
export type Facts = Readonly<Record<string, string | number>>;

/** What the cases are tried on: the service at an address, in front of a server that answers what a case sets. */
export interface Stage {
  readonly baseUrl: string;
  /** A Data API Key for the upstream's one file. */
  readonly key: string;
  readonly upstream: WireUpstream;
}

interface CaseBase {
  /** A sentence; differences name their case by it. */
  readonly name: string;
  /** What must hold. Only these facts are looked at. */
  readonly expect: Facts;
}

/** One call, sent byte for byte. */
export interface CallCase extends CaseBase {
  readonly method?: string;
  /** Behind the address of the layout that every case uses, or an address of its own when it starts with a slash. */
  readonly target?: string;
  /** Lines, in this order and case. Host, the key and the end of the connection are added. */
  readonly headers?: readonly string[];
  readonly anonymous?: true;
  readonly body?: string | Uint8Array;
  /** Sends the body in chunks of this many bytes, without a length. */
  readonly chunkBytes?: number;
  readonly answers?: Answering;
}

/** A case that takes more than one call. */
export interface ActedCase extends CaseBase {
  readonly act: (stage: Stage) => Promise<Facts>;
}

export type ContractCase = CallCase | ActedCase;

/** Where every case's calls go, and where FileMaker Server sees them. */
export const layout = "/svc/fmi/data/vLatest/databases/Wire/layouts/L";
export const seenLayout = "/fmi/data/vLatest/databases/Wire.fmp12/layouts/L";
