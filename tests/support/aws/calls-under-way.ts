import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";

/** Counter of pending AWS SDK calls; tells a test when nothing is in progress. */
export interface CallsUnderWay {
  counted<C extends Pick<DynamoDBClient, "middlewareStack">>(client: C): C;
  readonly count: number;
}

export function callsUnderWay(): CallsUnderWay {
  let count = 0;
  return {
    counted(client) {
      client.middlewareStack.add(
        (next) => async (args) => {
          count += 1;
          try {
            return await next(args);
          } finally {
            count -= 1;
          }
        },
        { step: "initialize" },
      );
      return client;
    },
    get count() {
      return count;
    },
  };
}
