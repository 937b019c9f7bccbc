/**
 * Maximum size of a streamed answer on Lambda, in bytes. API Gateway streams for longer, so this limit holds.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-response-streaming.html
 */
export const maxStreamedBytes = 200_000_000;
