import { ServiceError } from "#shared/contract/errors.ts";

/** A file in a body that is stored, and where in it. */
export interface StoredFile {
  /** Of its field in the form; empty where the body is the file. */
  readonly name: string;
  /** Empty where the sender gives none. */
  readonly fileName: string;
  readonly contentType: string;
  readonly from: number;
  readonly sizeBytes: number;
}

/** What was found in a body. */
export interface SentContent {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly StoredFile[];
}

/** Reads a body while it comes, and finds out where in it the files are. */
export interface ContentReader {
  /** @throws ServiceError webhook_form_invalid, body_too_large */
  push(chunk: Buffer): void;
  /** @throws ServiceError webhook_form_invalid */
  end(): SentContent;
}

/** A body that is no form, or none that is taken. */
export function formInvalid(text: string): ServiceError {
  return new ServiceError("webhook_form_invalid", { text });
}
