import type { Algorithm } from "./checksums.ts";

/** File with bytes of an object. */
export interface Segment {
  readonly id: string;
  readonly size: number;
}

export interface StoredChecksum {
  readonly algorithm: Algorithm;
  readonly value: string;
  readonly type: "FULL_OBJECT" | "COMPOSITE";
}

/** Properties that are sent with an object and returned with it. */
export interface ObjectDescription {
  /** Content-Type, Cache-Control and similar headers, by lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  /** `x-amz-meta-` headers, without the prefix. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Stored object; its bytes are in `segments`, in order. */
export interface ObjectRecord extends ObjectDescription {
  readonly key: string;
  readonly size: number;
  /** With quotation marks. */
  readonly etag: string;
  readonly modifiedMs: number;
  readonly segments: readonly Segment[];
  readonly checksum?: StoredChecksum;
}

export interface PartRecord {
  readonly number: number;
  readonly size: number;
  readonly etag: string;
  readonly modifiedMs: number;
  readonly segment: Segment;
  readonly checksum?: { readonly algorithm: Algorithm; readonly value: string };
}

/** Multipart upload that hasn't been completed or aborted. */
export interface UploadRecord extends ObjectDescription {
  readonly id: string;
  readonly key: string;
  readonly startedMs: number;
  readonly algorithm?: Algorithm;
}
