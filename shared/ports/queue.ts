/** Work for later. `body` is JSON of at most 256 KB; secrets travel sealed or not at all. */
export interface Message {
  readonly body: string;
  /** Wait at least this long before the first delivery, 0 to 900. */
  readonly delaySeconds?: number;
  /** What it belongs to: messages of one group that pile up hold up those of others as little as the queue can. Up to 128 of `A-Z a-z 0-9 . _ -`. */
  readonly group?: string;
}

/** A message held by a consumer, until it is acknowledged or its visibility ends. */
export interface ReceivedMessage {
  readonly id: string;
  readonly body: string;
  /** Names this one delivery; a later delivery of the same message has another. */
  readonly receipt: string;
  /** How often the message has been delivered, this time included. */
  readonly receiveCount: number;
}

/** The side of a queue that services see. Delivery is at least once, in any order. */
export interface Queue {
  /** Resolves when the message is stored. */
  send(message: Message): Promise<void>;
}

/** The side of a queue that a poller sees. */
export interface QueueSource {
  /**
   * Up to `most` (1 to 10) messages, hidden from others for `visibilitySeconds`. Waits up to `waitSeconds` (0 to 20) for
   * the first; when the signal aborts, it answers none.
   */
  receive(options: {
    most: number;
    visibilitySeconds: number;
    waitSeconds?: number;
    signal?: AbortSignal;
  }): Promise<readonly ReceivedMessage[]>;
  /** Done: never delivered again. A receipt that is no longer the newest has no effect. */
  acknowledge(receipts: readonly string[]): Promise<void>;
  /** Deliver it again after `delaySeconds`. */
  release(receipt: string, delaySeconds: number): Promise<void>;
  /** Messages that were received `maxReceiveCount` times without being acknowledged. */
  deadLetters(limit: number): Promise<readonly ReceivedMessage[]>;
  /** Moves dead letters back into the queue with a fresh count. Answers how many. */
  redrive(): Promise<number>;
}
