/** Message of a queue. `body` is JSON of at most 256 KB; secrets must be sealed. */
export interface Message {
  readonly body: string;
  /** Minimum delay before the first delivery, 0 to 900. */
  readonly delaySeconds?: number;
  /** Group of the message: a backlog of one group delays other groups as little as possible. Up to 128 of `A-Z a-z 0-9 . _ -`. */
  readonly group?: string;
}

/** Message held by a consumer, until it is acknowledged or its visibility timeout ends. */
export interface ReceivedMessage {
  readonly id: string;
  readonly body: string;
  /** Identifies this delivery. Later deliveries of the same message have other receipts. */
  readonly receipt: string;
  /** Number of deliveries, including this one. */
  readonly receiveCount: number;
}

/** Queue as services see it. Delivers at least once, in any order. */
export interface Queue {
  /** Resolves when the message is stored. */
  send(message: Message): Promise<void>;
}

/** Queue as a poller sees it. */
export interface QueueSource extends DeadLetters {
  /**
   * Receives up to `maxMessages` (1 to 10) messages and hides them from others for `visibilitySeconds`. Waits up to `waitSeconds` (0 to 20)
   * for the first one. Returns none if the signal aborts.
   */
  receive(options: {
    maxMessages: number;
    visibilitySeconds: number;
    waitSeconds?: number;
    signal?: AbortSignal;
  }): Promise<readonly ReceivedMessage[]>;
  /** Marks messages as done, so that they are never delivered again. An outdated receipt has no effect. */
  acknowledge(receipts: readonly string[]): Promise<void>;
  /** Delivers the message again after `delaySeconds`. */
  release(receipt: string, delaySeconds: number): Promise<void>;
}

/** Messages of a queue that can't be delivered. */
export interface DeadLetters {
  /** Returns messages that were received `maxReceiveCount` times without acknowledgment. */
  deadLetters(limit: number): Promise<readonly ReceivedMessage[]>;
  /** Moves dead letters back into the queue with a new count. Returns their number. */
  redrive(): Promise<number>;
}
