import type { Client } from "./rate-limit.ts";
import type { KeyName } from "./values/key-name.ts";

/** Result of a call for its log line. A relay sets what only it knows. */
export interface ProxyOutcome {
  /** Client, for checks of the credentials in the call. */
  readonly client: Client;
  status: number;
  /** Size of the response's body as sent to the caller. Bytes. */
  sentBytes: number;
  /** Size of the call's body, if known. Bytes. */
  receivedBytes: number;
  /** Arrival time of the call, on the monotonic clock. */
  readonly arrivedAt: number;
  /** Time when the call was last passed to FileMaker Server, on the monotonic clock. Undefined if it wasn't. */
  sentAt: number | undefined;
  /** Time when the response's head was sent, on the monotonic clock. Undefined if it was sent with the whole response, or not at all. */
  answeredAt: number | undefined;
  /** FileMaker's error number, if FileMaker Server responded with an error. */
  code: string | undefined;
  /** Hosted file of the call with its extension, if the key opens it. */
  file: string | undefined;
  /** Key of the call. */
  key: KeyName | undefined;
  /** Name of our own error, if we rejected the call. */
  error: string | undefined;
  /** True if FileMaker Server refused the credential in any way. */
  isCredentialRefused: boolean;
  detail: string | undefined;
}
