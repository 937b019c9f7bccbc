import { ServiceError } from "#shared/contract/errors.ts";
import type { NamedValues } from "../named-values.ts";

/** File within a stored body. */
export interface StoredFile {
  /** Name of its form field; empty if the body is the file. */
  readonly name: string;
  /** File name; empty if the sender gives none. */
  readonly fileName: string;
  readonly contentType: string;
  readonly from: number;
  readonly sizeBytes: number;
}

/** Parsed content of a body. */
export interface SentContent {
  /** Texts of its fields. */
  readonly fields: NamedValues;
  readonly files: readonly StoredFile[];
}

/** Reads a body while it arrives, and determines the positions of its files. */
export interface ContentReader {
  /** @throws ServiceError webhook_form_invalid, body_too_large */
  push(chunk: Buffer): void;
  /** @throws ServiceError webhook_form_invalid */
  end(): SentContent;
}

/** Returns the error for an invalid or unsupported form. */
export function formInvalid(text: string): ServiceError {
  return new ServiceError("webhook_form_invalid", { text });
}
