import type { ServiceError } from "#shared/contract/errors.ts";
import type { ToolSchema } from "./schema.ts";

/** Effects of a tool, as clients show them to their users. All fields are always sent. */
export interface ToolAnnotations {
  /** True if the tool changes nothing. */
  readonly readOnlyHint: boolean;
  /** True if the tool closes, overwrites, deletes or disconnects something. */
  readonly destructiveHint: boolean;
  /** True if a second call with the same arguments has no further effect. */
  readonly idempotentHint: boolean;
  /** True if results contain text from elsewhere. */
  readonly openWorldHint: boolean;
}

/** Tool as listed by `tools/list`. The objects of a list are created once and sent unchanged. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  readonly outputSchema?: ToolSchema;
  readonly annotations: ToolAnnotations;
}

/** Context of a tool call. */
export interface ToolCall {
  readonly requestId: string;
  /** Aborts when the client cancels the call. When a client of an old revision only disconnects, it doesn't abort. */
  readonly signal: AbortSignal;
  /** Reports progress to clients that asked for it, and does nothing for others. */
  readonly progress: (done: number, total: number | undefined, message: string) => Promise<void>;
  /** True if the client can ask its user a question and repeat the call with the answer. */
  readonly canAskUser: boolean;
  /** User's answer to the question of the previous call, with the state of that call. Unverified input from the client. */
  readonly reply: UserReply | undefined;
}

export interface UserReply {
  readonly state: string;
  /** Undefined if the client sent the state without an answer. */
  readonly isConfirmed: boolean | undefined;
}

/** Outcome of a tool call. */
export type ToolOutcome =
  | {
      readonly kind: "result";
      /** Structured content, also sent as text. */
      readonly content: Readonly<Record<string, unknown>>;
      /** True if the result contains text from users, scripts or other servers. A sentence before it marks it as data. */
      readonly isData?: boolean;
      readonly isError?: boolean;
      /** End of a list or text to keep if it is too long. Default: `first`. */
      readonly keeps?: "first" | "last";
    }
  | { readonly kind: "text"; readonly text: string; readonly isData?: boolean; readonly isError?: boolean }
  /** The user does it on a page. Clients that can open pages for their users do that; for others, the result has the link. */
  | { readonly kind: "page"; readonly url: string; readonly message: string; readonly next: string }
  /** The client asks its user and repeats the call with the same arguments, the answer and the state. */
  | { readonly kind: "question"; readonly message: string; readonly state: string };

/** Tools of one endpoint, for one caller and one request. */
export interface ToolSet {
  /** Name of the endpoint for programs; `title` is the one for users. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** Instructions for using the tools: at most 1,500 characters, never with stored data. */
  readonly instructions: string;
  /** Cache time of the list in milliseconds. Default: one minute. */
  readonly listMs?: number;
  /**
   * Checks a tool name before the call, so that errors can be HTTP responses.
   * @throws ServiceError
   */
  readonly admit?: (name: string) => void;
  /** Lists the tools in a stable order. */
  list(): Promise<readonly Tool[]>;
  /**
   * Calls a tool with unvalidated arguments. Errors are outcomes with `isError`.
   * @throws ToolUnknown if the caller has no tool with this name
   * @throws CallerRefused if the caller's credential is no longer valid
   * @throws StateRefused if the state of a reply doesn't belong to a question to this caller
   */
  call(name: string, given: Readonly<Record<string, unknown>>, call: ToolCall): Promise<ToolOutcome>;
}

/** Unknown tool for this caller. Tools that the caller may not know about look the same as nonexistent ones. */
export class ToolUnknown extends Error {
  override readonly name = "ToolUnknown";
  /** Sentence that says how to get the tool, or what to do without it. */
  readonly hint: string | undefined;

  constructor(tool: string, hint?: string) {
    super(tool);
    this.hint = hint;
  }
}

/** The caller's credential is no longer valid. The HTTP status tells clients to get a new one. */
export class CallerRefused extends Error {
  override readonly name = "CallerRefused";
  readonly answer: ServiceError;

  constructor(answer: ServiceError) {
    super(answer.message);
    this.answer = answer;
  }
}

/** The state of a reply is forged, expired, or belongs to another question. */
export class StateRefused extends Error {
  override readonly name = "StateRefused";
}
