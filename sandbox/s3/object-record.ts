import type { Algorithm } from "./checksums.ts";

/** A file that holds bytes of an object. */
export interface Segment {
  readonly id: string;
  readonly size: number;
}

export interface StoredChecksum {
  readonly algorithm: Algorithm;
  readonly value: string;
  readonly type: "FULL_OBJECT" | "COMPOSITE";
}

/** What is sent along with an object and comes back with it. */
export interface ObjectDescription {
  /** Content-Type, Cache-Control and their like, by their small names. */
  readonly headers: Readonly<Record<string, string>>;
  /** `x-amz-meta-` headers, without that. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** An object as it is kept; its bytes are in `segments`, in order. */
export interface ObjectRecord extends ObjectDescription {
  readonly key: string;
  readonly size: number;
  /** With its quotation marks. */
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

/** A multipart upload that has neither been completed nor aborted. */
export interface UploadRecord extends ObjectDescription {
  readonly id: string;
  readonly key: string;
  readonly startedMs: number;
  readonly algorithm?: Algorithm;
}
