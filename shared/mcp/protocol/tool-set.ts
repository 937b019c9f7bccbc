import type { ServiceError } from "#shared/contract/errors.ts";
import type { ToolSchema } from "./schema.ts";

/** What a tool does, as clients show it to their users. Each is always said. */
export interface ToolAnnotations {
  /** Changes nothing. */
  readonly readOnlyHint: boolean;
  /** Closes, overwrites, deletes or disconnects. */
  readonly destructiveHint: boolean;
  /** A second call with the same arguments changes nothing more. */
  readonly idempotentHint: boolean;
  /** Its results hold text that comes from elsewhere. */
  readonly openWorldHint: boolean;
}

/** A tool as `tools/list` has it. The objects of a list are made once and sent as they are. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  readonly outputSchema?: ToolSchema;
  readonly annotations: ToolAnnotations;
}

/** What a call of a tool comes with. */
export interface ToolCall {
  readonly requestId: string;
  /** Aborts when the client gives the call up. A client of an old protocol revision that merely leaves does not. */
  readonly signal: AbortSignal;
  /** Says how far the call is, to clients that asked for it; others are not written to. */
  readonly progress: (done: number, total: number | undefined, message: string) => Promise<void>;
  /** Whether the client can ask its user a question and call again with the answer. */
  readonly canAskUser: boolean;
  /** What the user said to the question of the call before, and the state that went with the question; both as the client sent them. */
  readonly reply: UserReply | undefined;
}

export interface UserReply {
  readonly state: string;
  /** Undefined where the client sent the state without an answer. */
  readonly isConfirmed: boolean | undefined;
}

/** How a call of a tool ended. */
export type ToolOutcome =
  | {
      readonly kind: "result";
      /** Structured content, sent as text too. */
      readonly content: Readonly<Record<string, unknown>>;
      /** Whether it holds what users, scripts or other servers wrote: a sentence before it says that it is data. */
      readonly isData?: boolean;
      readonly isError?: boolean;
      /** Which end of a list or text is kept where all of it is too long. The first where nothing is said. */
      readonly keeps?: "first" | "last";
    }
  | { readonly kind: "text"; readonly text: string; readonly isData?: boolean; readonly isError?: boolean }
  /** The client asks its user, and calls again with the same arguments, the answer and the state. */
  | { readonly kind: "question"; readonly message: string; readonly state: string };

/** The tools of one endpoint, for one caller and one request. */
export interface ToolSet {
  /** What the endpoint is called: a name for programs, and one for users. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** How the tools are used; at most 1,500 characters, and never anything out of records. */
  readonly instructions: string;
  /** How long a client may keep the list. Milliseconds; a minute where nothing is said. */
  readonly listMs?: number;
  /**
   * Looks at the name of a tool before it is called, for what HTTP answers.
   * @throws ServiceError
   */
  readonly admit?: (name: string) => void;
  /** In an order that stays. */
  list(): Promise<readonly Tool[]>;
  /**
   * Calls a tool with arguments that nothing has checked yet. What goes wrong is an outcome with `isError`.
   * @throws ToolUnknown for a name that this caller has no tool of
   * @throws CallerRefused where the caller's credential turns out to be good no longer
   * @throws StateRefused for a reply whose state is not from a question to this caller
   */
  call(name: string, given: Readonly<Record<string, unknown>>, call: ToolCall): Promise<ToolOutcome>;
}

/** There is no such tool for this caller: hidden ones look like those that do not exist. */
export class ToolUnknown extends Error {
  override readonly name = "ToolUnknown";
}

/** The caller's credential is good no longer: clients learn by the status of HTTP that they have to get another. */
export class CallerRefused extends Error {
  override readonly name = "CallerRefused";
  readonly answer: ServiceError;

  constructor(answer: ServiceError) {
    super(answer.message);
    this.answer = answer;
  }
}

/** The state of a reply is made up, expired, or from another question. */
export class StateRefused extends Error {
  override readonly name = "StateRefused";
}
